'use strict';
// What was rewritten (eutectic opt --report): each rewrite with the estimates before and after it, and each place that it
// looked at, with what was done there or why nothing was.

const rewriteOutcome = r => !r.changed ? 'nothing to do' : r.kept ? 'kept' : 'not kept';

function rewrites(chosen) {
  const {rewriting} = data, box = byId('rewrites');
  box.hidden = false;
  const arrow = (before, after) => before === after ? before : `${before} → ${after}`;
  const tried = table([
    ['Rewrite', 'mono', r => r.rewrite],
    ['', '', r => element('span', {class: `outcome ${!r.changed ? 'estimate' : r.kept ? 'fused' : 'refused'}`}, rewriteOutcome(r))],
    ['Launches in all', 'n', r => r.changed ? arrow(count(r.before.launches), count(r.after.launches)) : ''],
    ['Time, launches included', 'n', r => r.changed ? arrow(time(r.before.time_us), time(r.after.time_us)) : ''],
    ['Places', 'n', r => count(r.verdicts.length)],
    ['of them rewritten', 'n', r => count(r.verdicts.filter(v => v.done).length)],
  ], rewriting.rewrites, {choose: r => rewrites(r === chosen ? undefined : r), key: r => `rewrite ${r.rewrite}`});
  for (const row of tried.querySelectorAll('tr.row')) row.classList.toggle('chosen', row.dataset.key === `rewrite ${chosen?.rewrite}`);
  const places = rewriting.rewrites.filter(r => !chosen || r === chosen).flatMap(r => r.verdicts.map(v => ({r, v})));
  // Of a CPU's calls no such assumption is made.
  const launches = rewriting.launch_us ? ` with ${count(rewriting.launch_us)} µs for each launch` : '';
  box.replaceChildren(
    element('h2', {}, `Rewrites for ${rewriting.target}`),
    element('p', {class: 'quiet'}, rewriting.changed
      ? `${arrow(count(rewriting.before.launches), count(rewriting.after.launches))} launches, ${arrow(time(rewriting.before.time_us), time(rewriting.after.time_us))} estimated${launches}`
      : `Nothing pays: the program is as it was, ${count(rewriting.before.launches)} launches, ${time(rewriting.before.time_us)} estimated${launches}`),
    tried,
    element('h2', {}, chosen ? `Places of ${chosen.rewrite}` : 'Places'),
    table([
      ['Rewrite', 'mono', p => p.r.rewrite],
      ['', '', p => element('span', {class: `outcome ${p.v.done ? p.r.kept ? 'fused' : 'estimate' : 'refused'}`},
        p.v.done ? p.r.kept ? 'rewritten' : 'possible' : 'refused')],
      ['What', '', p => p.v.text],
      ['Reason', 'mono', p => p.v.reason],
      ['Numbers', 'n', p => p.v.numbers.map(count).join(', ')],
      ['Source', 'source', p => p.v.source],
    ], places, {empty: 'No rewrite found a place.', most: 50}));
}
