'use strict';
// Numbers and elements: how values are written, and how parts of the page are made.

const data = JSON.parse(document.getElementById('data').textContent);
for (const v of data.views)
  for (const c of v.computations) {
    c.layout = v.drawings[c.layout];
    for (const n of c.nodes) if (n.inside) n.inside.layout = v.drawings[n.inside.layout];
  }

function bytes(n) {
  if (n === undefined) return '';
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (n >= (unit ? 1000 : 10000) && unit < units.length - 1) { n /= 1000; ++unit; }
  return `${unit && n < 100 ? n.toFixed(1) : count(Math.round(n))} ${units[unit]}`;
}

function count(n) {
  return n === undefined ? '' : Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

function time(us) {
  if (us === undefined) return '';
  if (us >= 10000) return `${us >= 1e5 ? (us / 1000).toFixed(0) : (us / 1000).toFixed(1)} ms`;
  return `${us >= 100 ? us.toFixed(0) : us.toFixed(us >= 10 ? 1 : 2)} µs`;
}

// element('td', {class: 'n'}, 'text', otherElement): values of on* are listeners.
function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) e.setAttribute(key, value);
  e.append(...children.filter(c => c !== undefined && c !== ''));
  return e;
}

function drawn(name, attributes, text) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  if (text !== undefined) e.textContent = text;
  return e;
}

function cut(text, letters) {
  return text.length <= letters ? text : text.slice(0, letters - 1) + '…';
}

// A loop's body runs many times: what a computation costs in all.
const inAll = c => c.time_us === undefined ? undefined : c.time_us * c.steps;
const kernelsOf = c => c.nodes.filter(n => n.kernel);
const bounds = {'': '', 'at least ': '≥ ', 'at most ': '≤ ', 'about ': '≈ '};
const times = c => bounds[c.bound ?? (c.steps_known ? '' : 'at least ')] + count(c.steps);

function sum(list, value) {
  let total;
  for (const item of list) {
    const v = value(item);
    if (v !== undefined) total = (total || 0) + v;
  }
  return total;
}
