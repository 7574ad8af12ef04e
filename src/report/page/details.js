'use strict';
// What is said of the chosen kernel, boundary or computation. `page` (main.js) knows what is shown and how to go on.

function facts(pairs) {
  const list = element('dl');
  for (const [name, value] of pairs)
    if (value !== undefined && value !== '') list.append(element('dt', {}, name), element('dd', {}, value));
  return list;
}

function reason(r) {
  const item = element('li', {});
  if (r.accepted === undefined) item.append(element('span', {class: r.rule ? 'rule' : 'rule wall', title: r.reason}, r.rule || (r.reason === 'xla-pass-over' ? 'order' : r.pass === 'eutectic' ? 'no' : 'wall')));
  else item.append(element('span', {class: `outcome ${r.accepted ? 'fused' : 'refused'}`}, r.accepted ? 'yes' : 'no'));
  item.append(r.text, element('span', {class: 'quiet'}, ` ${r.reason}${r.pass !== 'eutectic' ? `, ${r.pass}` : ''}`));
  return item;
}

function steps(view, numbers, empty) {
  if (!numbers || !numbers.length) return element('p', {class: 'quiet'}, empty);
  const list = element('ol', {class: 'history'});
  const most = 150;
  const add = n => {
    const s = view.steps[n];
    const names = `${s.producer}${s.consumers.length ? ' → ' + cut(s.consumers.join(', '), 120) : ''}${s.result ? ' = ' + s.result : ''}`;
    list.append(element('li', {}, element('span', {class: `outcome ${s.step}`}, s.step), element('code', {}, names), element('br'),
                        s.text, element('span', {class: 'quiet'}, ` ${s.reason}`)));
  };
  numbers.slice(0, most).forEach(add);
  const rest = numbers.slice(most);
  if (rest.length) {
    const more = element('button', {onclick: () => { rest.forEach(add); more.remove(); }}, `${count(rest.length)} more steps`);
    return element('div', {}, list, more);
  }
  return list;
}

function code(text) {
  const pre = element('pre', {tabindex: 0, 'aria-label': 'HLO'});
  for (const line of text.trimEnd().split('\n')) {
    const at = line.lastIndexOf('  // ');
    pre.append(at < 0 ? line : line.slice(0, at), at < 0 ? '' : element('span', {class: 'at'}, line.slice(at)), '\n');
  }
  return pre;
}

function boundaryLinks(c, end, other, n, title) {
  const list = c.edges.map((e, i) => [e, i]).filter(([e]) => e[end] === n);
  if (!list.length) return [];
  return [element('h3', {}, title), element('ul', {}, ...list.map(([e, i]) => element('li', {class: 'pair'},
    element('button', {class: 'link', onclick: () => page.choose('edge', i)}, c.nodes[e[other]].name),
    element('span', {class: 'quiet'}, `${bytes(e.bytes)}${e.cost_us ? ' · ' + time(e.cost_us) : ''}`))))];
}

function kernelDetails(view, c, n) {
  const k = c.nodes[n];
  const parts = [element('h2', {}, k.name)];
  parts.push(element('p', {class: 'kind'}, [k.kind || k.op, k.source].filter(Boolean).join(' · ')));
  if (k.kernel || k.ops) {
    parts.push(facts([
      ['Operations', k.ops && count(k.ops.length)], ['Lanes', k.lanes && k.lanes.map(count).join(' × ')],
      ['Reads', bytes(k.read_bytes)], ['Writes', bytes(k.written_bytes)],
      ['Floating-point operations', count(k.flops)], ['Computing', time(k.compute_us)], ['Memory', time(k.memory_us)],
      ['One launch', time(k.time_us)], ['Bound by', k.bound_by], ['Launches', k.kernel && times(c)],
      ['In all', k.time_us && time(k.time_us * c.steps)]]));
  }
  if (k.calls?.length) parts.push(element('h3', {}, 'Runs'), element('ul', {}, ...k.calls.map(name => element('li', {},
    element('button', {class: 'link', onclick: () => page.goTo(name)}, name)))));
  if (k.inside) parts.push(element('p', {}, element('button', {onclick: () => page.graph.toggle(n)}, 'Show or hide what is inside')));
  if (k.text) parts.push(element('h3', {}, 'HLO'), code(k.text));
  if (k.inputs?.length) parts.push(element('h3', {}, 'Reads'), element('ul', {}, ...k.inputs.map(([name, size]) =>
    element('li', {class: 'pair'}, element('code', {}, name), element('span', {class: 'quiet'}, bytes(size))))));
  parts.push(...boundaryLinks(c, 'producer', 'consumer', n, 'Boundaries to its readers'));
  parts.push(...boundaryLinks(c, 'consumer', 'producer', n, 'Boundaries to what it reads'));
  if (k.verdicts?.length) parts.push(element('h3', {}, 'Why'), element('ul', {}, ...k.verdicts.map(reason)));
  if (k.history) parts.push(element('h3', {}, 'How it became one kernel'), steps(view, k.history, 'Nothing was fused into it.'));
  return parts;
}

function edgeDetails(view, c, n) {
  const e = c.edges[n], producer = c.nodes[e.producer], consumer = c.nodes[e.consumer];
  const link = i => element('button', {class: 'link', onclick: () => page.choose('node', i)}, c.nodes[i].name);
  const parts = [element('h2', {}, `${producer.name}${e.output ? ` (output ${e.output})` : ''} → ${consumer.name}`)];
  parts.push(element('p', {class: 'kind'}, [e.wall ? 'wall' : 'boundary', e.through && `through ${e.through}`, e.source].filter(Boolean).join(' · ')));
  parts.push(facts([['Value between', bytes(e.bytes)], ['Costs in all', time(e.cost_us)],
                    ['Without it', e.only_reader ? 'the producer is no kernel' : undefined]]));
  parts.push(element('p', {}, link(e.producer), ' → ', link(e.consumer)));
  const title = view.own ? 'What was decided of the two' : e.wall ? 'What no rule of fusion moves' : 'Every rule that keeps them apart';
  parts.push(element('h3', {}, title));
  if (e.refusals.length) parts.push(element('ul', {class: 'refusals'}, ...e.refusals.map(reason)));
  else parts.push(element('p', {class: 'quiet'}, 'Both are kernels that the plan found whole; nothing was refused.'));
  const rules = [...new Set(e.refusals.filter(r => r.liftable).map(r => r.rule))];
  if (rules.length && e.refusals.every(r => r.liftable))
    parts.push(element('p', {}, `Without ${rules.join(' and ')} the two could be fused: `, element('code', {}, `--lift ${rules.join(',')}`)));
  if (!view.own) parts.push(element('h3', {}, 'Everything that was decided of them'), steps(view, e.history, 'The strategy never asked about these two.'));
  return parts;
}

function computationDetails(view, c) {
  const kernels = kernelsOf(c);
  const parts = [element('h2', {}, c.name)];
  parts.push(element('p', {class: 'kind'}, [c.loop && `${c.condition ? 'condition' : 'body'} of loop ${c.loop}`, c.source].filter(Boolean).join(' · ')));
  parts.push(facts([['Kernels a step', count(kernels.length)], ['Steps', times(c)], ['Bytes a step', bytes(c.bytes)],
                    ['Time a step', time(c.time_us)], ['Time in all', time(inAll(c))],
                    ['Boundaries', count(c.edges.length)], ['of them walls', count(c.edges.filter(e => e.wall).length)]]));
  parts.push(element('p', {class: 'quiet'}, 'Choose a kernel or a line in the graph, or a row of a table.'));
  return parts;
}
