'use strict';
// Tables: the overview, boundaries by cost, kernels, source lines, and two plans side by side.

// columns: [heading, 'n' for numbers, 'mono', 'source' or '', cell]. `choose`: what a click on a row does.
function table(columns, rows, options = {}) {
  const body = element('tbody');
  const add = row => {
    const tr = element('tr', options.choose ? {class: 'row', tabindex: 0} : {class: options.style?.(row)});
    if (options.choose) {
      tr.addEventListener('click', () => options.choose(row));
      tr.addEventListener('keydown', e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); options.choose(row); } });
      if (options.key) tr.dataset.key = options.key(row);
    }
    for (const [, style, cell] of columns) {
      const value = cell(row);
      tr.append(element('td', {class: style || undefined}, ...(Array.isArray(value) ? value : [value ?? ''])));
    }
    body.append(tr);
  };
  const head = element('thead', {}, element('tr', {}, ...columns.map(([name, style]) =>
    element('th', {class: style === 'n' ? 'n' : undefined, scope: 'col'}, name))));
  const box = element('div', {class: `scroll ${options.kind || ''}`}, element('table', {}, head, body));
  // Long tables grow as they are asked to: thousands of rows make a page slow.
  const at_once = options.most || 200;
  let shown = 0;
  const more = element('div', {class: 'more'});
  const grow = () => {
    rows.slice(shown, shown + at_once).forEach(add);
    shown = Math.min(rows.length, shown + at_once);
    more.replaceChildren(...(shown < rows.length ? [element('button', {onclick: grow}, `${count(rows.length - shown)} more`)] : []));
    more.hidden = shown >= rows.length;
  };
  grow();
  box.append(more);
  if (!rows.length) box.append(element('div', {class: 'more'}, options.empty || 'None.'));
  return box;
}

function share(part, whole) {
  return whole && part !== undefined ? element('span', {class: 'share', style: `width:${Math.max(1, Math.round(110 * part / whole))}px`}) : '';
}

function overview() {
  const total = (v, f) => sum(v.computations, c => f(c) === undefined ? undefined : f(c) * c.steps);
  // Steps of a loop that is one kernel are inside of it: this compiler's sums are of what the plan says.
  const plans = table([
    ['Plan', '', v => v.strategy],
    ['Launches in all', 'n', v => bounds[v.bound ?? ''] + count(v.launches)],
    ['Different kernels', 'n', v => count(sum(v.computations, c => kernelsOf(c).length) || 0)],
    ['Bytes in all', 'n', v => bytes(total(v, c => c.bytes))],
    ['Estimated time', 'n', v => time(total(v, c => c.time_us))],
    ['', '', v => share(total(v, c => c.time_us), Math.max(...data.views.map(w => total(w, c => c.time_us) || 0)))],
    ['Boundaries', 'n', v => count(sum(v.computations, c => c.edges.length) || 0)],
    ['of them walls', 'n', v => count(sum(v.computations, c => c.edges.filter(e => e.wall).length) || 0)],
  ], data.views, {choose: v => page.show(v), key: v => v.strategy});
  const parts = [plans];
  if (page.view) {
    const v = page.view;
    const list = [...v.computations].sort((a, b) => (inAll(b) || b.bytes * b.steps) - (inAll(a) || a.bytes * a.steps));
    const longest = inAll(list[0] || {});
    parts.push(...(v.unrolling || []).map(text => element('p', {class: 'unrolling'}, `unroll: ${text}`)));
    parts.push(element('h2', {}, `Loops and other computations of ${v.strategy}`), table([
      ['Computation', 'mono', c => c.name],
      ['Loop', 'mono', c => c.loop ? `${c.condition ? 'condition of ' : ''}${c.loop}` : ''],
      ['Steps', 'n', c => times(c)],
      ['Kernels a step', 'n', c => count(kernelsOf(c).length)],
      ['Bytes a step', 'n', c => bytes(c.bytes)],
      ['Time a step', 'n', c => time(c.time_us)],
      ['Time in all', 'n', c => time(inAll(c))],
      ['', '', c => share(inAll(c), longest)],
      ['Source', 'source', c => c.source],
    ], list, {choose: c => page.showComputation(c, true), key: c => c.name, kind: 'loops'}));
  }
  document.getElementById('overview').replaceChildren(...parts);
}

function ruleTags(e) {
  return [...new Map(e.refusals.map(r => [r.rule || r.pass, r])).values()].map(r =>
    element('span', {class: r.rule ? 'rule' : 'rule wall', title: r.text}, r.rule || (r.reason === 'xla-pass-over' ? 'order' : r.pass === 'wall' ? 'wall' : 'no')));
}

function boundaryTable(view, computation, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [];
  for (const c of computation ? [computation] : view.computations)
    c.edges.forEach((e, i) => {
      const text = `${c.nodes[e.producer].name} ${e.output || ''} ${c.nodes[e.consumer].name} ${c.name} ${e.source || ''} ${e.wall ? 'wall' : ''} ${e.refusals.map(r => `${r.rule || ''} ${r.reason} ${r.text}`).join(' ')}`.toLowerCase();
      if (wanted.every(w => text.includes(w))) rows.push({c, e, i});
    });
  rows.sort((a, b) => (b.e.cost_us || 0) - (a.e.cost_us || 0) || b.e.bytes - a.e.bytes);
  const box = table([
    ['Costs in all', 'n', r => time(r.e.cost_us)],
    ['Bytes', 'n', r => bytes(r.e.bytes)],
    ['Producer', 'mono', r => r.c.nodes[r.e.producer].name + (r.e.output ? ` (${r.e.output})` : '')],
    ['Consumer', 'mono', r => r.c.nodes[r.e.consumer].name],
    ['Computation', 'mono', r => r.c.name],
    ['Kept by', '', r => ruleTags(r.e)],
    ['Why', '', r => element('div', {class: 'why'}, r.e.refusals[0]?.text || '')],
    ['Source', 'source', r => r.e.source],
  ], rows, {choose: r => page.go(r.c, 'edge', r.i), key: r => `edge ${r.c.name} ${r.i}`, empty: wanted.length ? 'No boundary has these words.' : 'No boundaries: no kernel reads another.'});
  document.getElementById('boundaries').replaceChildren(box);
}

function kernelTable(view) {
  const rows = view.computations.flatMap(c => c.nodes.map((k, i) => ({c, k, i})).filter(r => r.k.kernel));
  rows.sort((a, b) => (b.k.time_us || 0) * b.c.steps - (a.k.time_us || 0) * a.c.steps ||
    (b.k.read_bytes + b.k.written_bytes) * b.c.steps - (a.k.read_bytes + a.k.written_bytes) * a.c.steps);
  const longest = rows.length && rows[0].k.time_us * rows[0].c.steps;
  document.getElementById('kernels').replaceChildren(table([
    ['Kernel', 'mono', r => r.k.name],
    ['Kind', '', r => r.k.kind || r.k.op],
    ['Computation', 'mono', r => r.c.name],
    ['Ops', 'n', r => count(r.k.ops.length)],
    ['Reads', 'n', r => bytes(r.k.read_bytes)],
    ['Writes', 'n', r => bytes(r.k.written_bytes)],
    ['Flops', 'n', r => count(r.k.flops)],
    ['One launch', 'n', r => time(r.k.time_us)],
    ['Launches', 'n', r => times(r.c)],
    ['In all', 'n', r => r.k.time_us && time(r.k.time_us * r.c.steps)],
    ['', '', r => share(r.k.time_us * r.c.steps, longest)],
    ['Bound by', '', r => r.k.bound_by],
    ['Source', 'source', r => r.k.source],
  ], rows, {choose: r => page.go(r.c, 'node', r.i), key: r => `node ${r.c.name} ${r.i}`}));
}

function sourceTable(view) {
  const lines = new Map();
  const at = source => {
    const line = source ? source.replace(/:\d+$/, '') : 'no source line known';
    if (!lines.has(line)) lines.set(line, {line, kernels: 0, launches: 0, bytes: 0, boundaries: 0});
    return lines.get(line);
  };
  for (const c of view.computations) {
    for (const k of kernelsOf(c)) {
      const l = at(k.source);
      l.kernels += 1;
      l.launches += c.steps;
      l.bytes += (k.read_bytes + k.written_bytes) * c.steps;
      if (k.time_us !== undefined) l.time = (l.time || 0) + k.time_us * c.steps;
    }
    for (const e of c.edges) {
      const l = at(e.source);
      l.boundaries += 1;
      if (e.cost_us) l.cost = (l.cost || 0) + e.cost_us;
    }
  }
  const rows = [...lines.values()].sort((a, b) => (b.time || 0) - (a.time || 0) || b.bytes - a.bytes);
  document.getElementById('sources').replaceChildren(table([
    ['Source line', 'mono', l => l.line],
    ['Kernels', 'n', l => count(l.kernels)],
    ['Launches', 'n', l => count(l.launches)],
    ['Bytes', 'n', l => bytes(l.bytes)],
    ['Time', 'n', l => time(l.time)],
    ['Boundaries', 'n', l => count(l.boundaries)],
    ['They cost', 'n', l => time(l.cost)],
  ], rows, {choose: l => page.find(rows.length && l.line.startsWith('no source') ? '' : l.line), key: l => l.line}));
}

// Kernels of two plans, computation by computation; equal ones (the same work, whatever the names) are quiet.
function comparison(left, right) {
  const hashes = v => {
    const all = new Map();
    for (const c of v.computations) for (const k of kernelsOf(c)) if (k.hash) all.set(k.hash, (all.get(k.hash) || 0) + 1);
    return all;
  };
  const side = (view, other) => {
    const there = hashes(other);
    const whole = kernelsOf({nodes: view.computations.flatMap(c => c.nodes)});
    const same = whole.filter(k => there.has(k.hash)).length;
    const parts = [element('p', {class: 'quiet'}, `${view.strategy}: ${count(whole.length)} kernels, ${count(same)} of them also in ${other.strategy}; ${count(view.launches)} launches in all`)];
    const list = [...view.computations].filter(c => kernelsOf(c).length).sort((a, b) => (inAll(b) || b.bytes * b.steps) - (inAll(a) || a.bytes * a.steps));
    const most = 12;
    for (const c of list.slice(0, most)) {
      parts.push(element('h3', {}, `${c.name}: ${count(kernelsOf(c).length)} kernels, ${bytes(c.bytes)}${c.loop ? ' a step' : ''}${c.time_us === undefined ? '' : ', ' + time(c.time_us)}`));
      parts.push(table([
        ['', 'mark', k => there.has(k.hash) ? '' : '●'],
        ['Kernel', 'mono', k => k.name],
        ['Kind', '', k => k.kind || k.op],
        ['Ops', 'n', k => count(k.ops.length)],
        ['Moves', 'n', k => bytes(k.read_bytes + k.written_bytes)],
        ['Time', 'n', k => time(k.time_us)],
      ], kernelsOf(c), {style: k => there.has(k.hash) ? 'same' : '', most: 60}));
    }
    if (list.length > most) parts.push(element('p', {class: 'quiet'}, `and ${count(list.length - most)} computations that cost less`));
    return element('div', {class: 'side'}, ...parts);
  };
  const chooser = (which, now) => element('select', {'aria-label': which, onchange: e => page.compare(
    which === 'Left' ? +e.target.value : data.views.indexOf(left), which === 'Right' ? +e.target.value : data.views.indexOf(right))},
    ...data.views.map((v, i) => element('option', {value: i, selected: v === now}, v.strategy)));
  document.getElementById('compare').replaceChildren(
    element('div', {class: 'bar'}, chooser('Left', left), ' beside ', chooser('Right', right),
            element('span', {class: 'quiet'}, '● only in this plan')),
    element('div', {class: 'sides'}, side(left, right), side(right, left)));
}
