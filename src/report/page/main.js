'use strict';
// What is shown, and the address that says it: #plan/computation/node/3.

const byId = id => document.getElementById(id);

const page = {
  view: undefined, computation: undefined, chosen: undefined, graph: undefined,

  start() {
    byId('program').textContent = data.program;
    byId('facts').textContent = `${count(data.instructions)} instructions${data.device ? ` · times estimated for ${data.device}` : ''}`;
    page.graph = new Graph(byId('graph'), (kind, n) => page.choose(kind, n));
    const tabs = data.views.map(v => [v.strategy, () => page.show(v)]);
    if (data.views.length > 1) tabs.push(['side by side', () => page.compare(0, 1)]);
    byId('tabs').append(...tabs.map(([name, act]) => element('button', {role: 'tab', 'data-tab': name, 'aria-selected': 'false', onclick: act}, name)));
    byId('tabs').addEventListener('keydown', e => {
      const all = [...byId('tabs').children], at = all.indexOf(document.activeElement);
      const to = e.key === 'ArrowRight' ? at + 1 : e.key === 'ArrowLeft' ? at - 1 : -1;
      if (at >= 0 && all[to]) { all[to].focus(); all[to].click(); }
    });
    byId('computation').addEventListener('change', e => page.showComputation(page.view.computations[+e.target.value]));
    byId('open-all').addEventListener('click', () => page.graph.toggleAll(true));
    byId('close-all').addEventListener('click', () => page.graph.toggleAll(false));
    byId('zoom-in').addEventListener('click', () => page.graph.zoom(1.25));
    byId('zoom-out').addEventListener('click', () => page.graph.zoom(0.8));
    byId('fit').addEventListener('click', () => page.graph.fit());
    byId('find').addEventListener('input', () => page.tables());
    byId('everywhere').addEventListener('change', () => page.tables());
    byId('graph').addEventListener('blur', () => page.graph.mark(page.chosen));
    document.addEventListener('keydown', e => {
      if (e.key === 'Escape' && page.chosen) page.choose();
      if (e.key === '/' && e.target === document.body) { e.preventDefault(); byId('find').focus(); }
    });
    window.addEventListener('hashchange', () => page.follow());
    if (data.rewriting) rewrites();
    page.follow();
  },

  // The address, or what is most worth looking at first.
  follow() {
    if (location.hash === page.address) return;
    const [name, computation, kind, n] = location.hash.slice(1).split('/').map(decodeURIComponent);
    if (name === 'side by side' && data.views.length > 1) return page.compare(0, 1);
    page.show(data.views.find(v => v.strategy === name) || data.views[0], computation);
    if (page.computation && (kind === 'node' || kind === 'edge') && page.computation[`${kind}s`][+n]) page.choose(kind, +n);
  },

  remember() {
    const where = page.comparing ? ['side by side'] : [page.view.strategy, page.computation?.name || ''];
    if (!page.comparing && page.chosen) where.push(Object.keys(page.chosen)[0], Object.values(page.chosen)[0]);
    page.address = '#' + where.map(encodeURIComponent).join('/');
    history.replaceState(null, '', page.address);
  },

  tab(name) {
    for (const b of byId('tabs').children) {
      b.setAttribute('aria-selected', b.dataset.tab === name);
      b.tabIndex = b.dataset.tab === name ? 0 : -1;
    }
    page.comparing = name === 'side by side';
    byId('compare').hidden = !page.comparing;
    byId('work').hidden = page.comparing;
  },

  show(view, computation) {
    page.view = view;
    page.tab(view.strategy);
    overview();
    const cost = c => inAll(c) ?? c.bytes * c.steps;
    const dearest = [...view.computations].sort((a, b) => cost(b) - cost(a))[0];
    const same = view.computations.find(c => c.name === (computation ?? page.computation?.name));
    byId('computation').replaceChildren(...view.computations.map((c, i) => element('option', {value: i},
      `${'\u2002'.repeat(c.depth)}${c.name}${c.condition ? ' (condition)' : ''}: ${count(kernelsOf(c).length)} kernels × ${times(c)}`)));
    kernelTable(view);
    sourceTable(view);
    page.showComputation(same || dearest);
  },

  showComputation(c, scroll) {
    page.computation = c;
    page.chosen = undefined;
    if (!c) return;
    byId('computation').value = page.view.computations.indexOf(c);
    byId('summary').textContent = [c.loop && `${times(c)} steps`, `${count(kernelsOf(c).length)} kernels`, bytes(c.bytes), time(c.time_us)]
      .filter(Boolean).join(' · ');
    page.graph.chosen = undefined;
    page.graph.show(c);
    page.tables();
    page.choose();
    if (scroll) byId('work').scrollIntoView({block: 'nearest'});
  },

  tables() {
    boundaryTable(page.view, byId('everywhere').checked ? undefined : page.computation, byId('find').value);
    page.markRows();
  },

  markRows() {
    const key = page.chosen && `${Object.keys(page.chosen)[0]} ${page.computation.name} ${Object.values(page.chosen)[0]}`;
    for (const row of document.querySelectorAll('main > :not(#rewrites) tr.row'))
      row.classList.toggle('chosen', row.dataset.key === key || row.dataset.key === page.view.strategy || row.dataset.key === page.computation?.name);
  },

  // A kernel, a boundary, or nothing.
  choose(kind, n) {
    const {view, computation: c} = page;
    page.chosen = kind && {[kind]: n};
    const parts = kind === 'node' ? kernelDetails(view, c, n) : kind === 'edge' ? edgeDetails(view, c, n) : computationDetails(view, c);
    byId('details').replaceChildren(...parts);
    byId('details').scrollTop = 0;
    page.graph.mark(page.chosen);
    page.markRows();
    page.remember();
  },

  // From a table to the graph.
  go(c, kind, n) {
    if (page.comparing) page.tab(page.view.strategy);
    if (c !== page.computation) page.showComputation(c);
    page.choose(kind, n);
    page.graph.reveal(kind === 'node' ? n : c.edges[n].producer);
    byId('work').scrollIntoView({block: 'nearest'});
  },

  goTo(name) {
    const c = page.view.computations.find(other => other.name === name);
    if (c) page.showComputation(c);
  },

  find(words) {
    byId('find').value = words;
    byId('everywhere').checked = true;
    page.tables();
    byId('find').scrollIntoView({block: 'nearest'});
  },

  compare(left, right) {
    page.view = page.view || data.views[0];
    page.tab('side by side');
    comparison(data.views[left], data.views[right]);
    if (!page.computation) { page.show(page.view); page.tab('side by side'); }
    overview();
    page.remember();
  },
};

page.start();
