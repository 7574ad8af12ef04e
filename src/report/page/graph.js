'use strict';
// The graph of one computation: boxes where Graphviz put them. An opened kernel grows to the drawing of its operations,
// and everything else makes room: both axes are stretched where an opened box lies, so that no two boxes ever meet.

// A stretched axis: position -> position. `parts`: [from, to, length wanted]; overlapping ones share what they add.
function stretched(parts) {
  const cuts = [...new Set(parts.flatMap(p => [p[0], p[1]]))].sort((a, b) => a - b);
  const slopes = cuts.slice(1).map((to, i) => {
    const middle = (cuts[i] + to) / 2;
    return Math.max(1, ...parts.filter(p => p[0] < middle && middle < p[1]).map(p => p[2] / (p[1] - p[0])));
  });
  return x => {
    let result = x;
    for (let i = 0; i < slopes.length && cuts[i] < x; ++i)
      result += (Math.min(x, cuts[i + 1]) - cuts[i]) * (slopes[i] - 1);
    return result;
  };
}

class Graph {
  constructor(svg, choose) {
    this.svg = svg;
    this.choose = choose;  // called with ('node' or 'edge', number)
    this.view = {x: 0, y: 0, scale: 1};
    this.opened = new Map();  // by computation: numbers of opened kernels
    svg.addEventListener('wheel', e => { e.preventDefault(); this.zoom(Math.exp(-e.deltaY / 500), this.at(e)); }, {passive: false});
    svg.addEventListener('pointerdown', e => this.grab(e));
    svg.addEventListener('keydown', e => this.key(e));
  }

  show(computation) {
    this.c = computation;
    this.focus = undefined;
    this.draw();
    this.fit();
    if (this.view.scale >= 0.3) return;
    // Too much for one look: what takes longest, large enough to read.
    const cost = n => n.time_us ?? (n.read_bytes || 0) + (n.written_bytes || 0);
    this.reveal(computation.nodes.reduce((best, n, i) => cost(n) > cost(computation.nodes[best]) ? i : best, 0));
  }

  isOpen(n) { return this.opened.get(this.c)?.has(n); }

  toggle(n, open = !this.isOpen(n)) {
    if (!this.c.nodes[n].inside) return;
    if (!this.opened.has(this.c)) this.opened.set(this.c, new Set());
    const before = this.place(n);
    open ? this.opened.get(this.c).add(n) : this.opened.get(this.c).delete(n);
    this.draw();
    // What was clicked stays where it is.
    const after = this.place(n);
    this.move((before.x - after.x) * this.view.scale, (before.y - before.h / 2 - after.y + after.h / 2) * this.view.scale);
  }

  toggleAll(open) {
    this.opened.set(this.c, new Set(open ? this.c.nodes.flatMap((n, i) => n.inside ? [i] : []) : []));
    this.draw();
    this.fit();
  }

  // Where a node's box is now: its middle and its size.
  place(n) {
    const [x, y, w, h] = this.c.layout.boxes[n];
    const [left, right, top, bottom] = [this.sx(x - w / 2), this.sx(x + w / 2), this.sy(y - h / 2), this.sy(y + h / 2)];
    if (this.isOpen(n)) return {x: (left + right) / 2, y: (top + bottom) / 2, w: right - left, h: bottom - top};
    return {x: (left + right) / 2, y: (top + bottom) / 2, w, h};
  }

  draw() {
    const {c, svg} = this;
    const wide = [], high = [];
    for (const n of this.opened.get(c) || []) {
      const [x, y, w, h] = c.layout.boxes[n], inside = c.nodes[n].inside.layout;
      wide.push([x - w / 2, x + w / 2, Math.max(w, inside.width + 24)]);
      high.push([y - h / 2, y + h / 2, inside.height + h + 16]);
    }
    this.sx = stretched(wide);
    this.sy = stretched(high);
    this.all = drawn('g');
    this.edges = c.edges.map((e, i) => this.edge(e, i));
    const slowest = Math.max(...c.nodes.map(n => n.time_us || 0));
    this.nodes = c.nodes.map((n, i) => this.node(n, i, slowest));
    this.all.append(...this.edges, ...this.nodes);
    svg.replaceChildren(this.all);
    this.transform();
    this.mark(this.chosen);
  }

  edge(e, i) {
    const points = this.c.layout.curves[i], last = points.length - 2;
    const from = this.place(e.producer), to = this.place(e.consumer);
    // A closed box stays as wide as it was: what leaves it or comes to it keeps its place beside the box's middle.
    const shift = (n, place, k) => this.isOpen(n) ? 0 : place.x + points[k] - this.c.layout.boxes[n][0] - this.sx(points[k]);
    const left = shift(e.producer, from, 0), right = shift(e.consumer, to, last);
    const at = k => [this.sx(points[k]) + (k <= 2 ? left : k >= last - 2 ? right : 0), this.sy(points[k + 1])];
    const [x0, y0] = at(0), [x1] = at(last), tip = to.y - to.h / 2;
    // From the box to where the curve begins, and from its end to the next box, where the arrow's tip is.
    let path = `M${x0} ${Math.min(y0, from.y + from.h / 2)}L${x0} ${y0}C`;
    for (let k = 2; k <= last; k += 2) path += at(k).join(' ') + ' ';
    path += `L${x1} ${tip - 4}`;
    const g = drawn('g', {class: `edge${e.wall ? ' wall' : ''}`, 'data-edge': i});
    g.append(drawn('path', {class: 'target', d: path}), drawn('path', {class: 'seen', d: path}),
             drawn('path', {class: 'tip', d: `M${x1} ${tip}l-4 -8h8z`}));
    g.append(drawn('title', {}, `${this.c.nodes[e.producer].name} → ${this.c.nodes[e.consumer].name}: ${bytes(e.bytes)}`));
    return g;
  }

  node(n, i, slowest) {
    const p = this.place(i), left = p.x - p.w / 2, top = p.y - p.h / 2;
    const g = drawn('g', {class: `box${n.kernel ? '' : ' other'}`, 'data-node': i, transform: `translate(${left} ${top})`,
                          style: `--share:${slowest && n.time_us ? Math.round(90 * n.time_us / slowest) : 25}%`});
    g.append(drawn('rect', {class: 'frame', width: p.w, height: p.h, rx: 5}));
    g.append(drawn('text', {x: 11, y: 19}, cut(n.name, Math.floor((p.w - 26) / 7))));
    const what = n.kernel ? `${n.ops.length > 1 ? count(n.ops.length) + ' ops' : n.op}` : n.op;
    const cost = n.time_us !== undefined ? time(n.time_us) : n.kernel ? bytes(n.read_bytes + n.written_bytes) : '';
    g.append(drawn('text', {class: 'sub', x: 11, y: 36}, cut(what, 14) + (cost ? ' · ' + cost : '')));
    if (slowest && n.time_us)  // a bar on its left edge: the kernel's time beside the slowest's
      g.append(drawn('rect', {class: 'heat', x: 0, y: 46 - 46 * n.time_us / slowest, width: 4, height: 46 * n.time_us / slowest, rx: 2}));
    if (n.inside) {
      const t = drawn('g', {class: 'toggle', 'data-toggle': i, transform: `translate(${p.w - 19} 5)`});
      t.append(drawn('rect', {width: 14, height: 14, rx: 3}), drawn('text', {x: 7, y: 11}, this.isOpen(i) ? '−' : '+'));
      g.append(t);
      if (this.isOpen(i)) g.append(this.inside(n.inside, (p.w - n.inside.layout.width) / 2, 50));
    }
    g.append(drawn('title', {}, n.ops ? `${n.name}: ${cut(n.ops.join(' '), 300)}` : n.name));
    return g;
  }

  inside(inside, x, y) {
    const g = drawn('g', {transform: `translate(${x} ${y})`});
    for (const flat of inside.layout.curves) {
      let path = `M${flat[0]} ${flat[1]}C`;
      for (let k = 2; k < flat.length; k += 2) path += `${flat[k]} ${flat[k + 1]} `;
      g.append(drawn('path', {class: 'inner', d: path}));
    }
    inside.ops.forEach(([op, title, source], i) => {
      const [cx, cy, w, h] = inside.layout.boxes[i];
      const o = drawn('g', {class: 'op', transform: `translate(${cx - w / 2} ${cy - h / 2})`});
      o.append(drawn('rect', {width: w, height: h, rx: 3}), drawn('text', {x: 6, y: 14}, op));
      o.append(drawn('title', {}, source ? `${title}\n${source}` : title));
      g.append(o);
    });
    return g;
  }

  // chosen: {node: n} or {edge: n} or nothing.
  mark(chosen) {
    this.chosen = chosen;
    if (!this.c) return;
    this.nodes.forEach((g, i) => {
      const near = chosen?.edge !== undefined && [this.c.edges[chosen.edge].producer, this.c.edges[chosen.edge].consumer].includes(i);
      g.classList.toggle('chosen', chosen?.node === i);
      g.classList.toggle('near', near);
      g.classList.toggle('focus', this.focus === i && document.activeElement === this.svg);
    });
    this.edges.forEach((g, i) => {
      const e = this.c.edges[i];
      g.classList.toggle('chosen', chosen?.edge === i);
      g.classList.toggle('near', chosen?.node !== undefined && [e.producer, e.consumer].includes(chosen.node));
    });
  }

  // Moving and zooming.
  at(e) {
    const r = this.svg.getBoundingClientRect();
    return {x: e.clientX - r.left, y: e.clientY - r.top};
  }
  transform() {
    const {x, y, scale} = this.view;
    this.svg.classList.toggle('far', scale < 0.3);
    this.all.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
  }
  move(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.transform();
  }
  zoom(by, at = {x: this.svg.clientWidth / 2, y: this.svg.clientHeight / 2}) {
    const scale = Math.min(4, Math.max(0.02, this.view.scale * by)), ratio = scale / this.view.scale;
    this.view = {x: at.x - (at.x - this.view.x) * ratio, y: at.y - (at.y - this.view.y) * ratio, scale};
    this.transform();
  }
  fit() {
    const width = this.sx(this.c.layout.width), height = this.sy(this.c.layout.height);
    const [w, h] = [this.svg.clientWidth || 900, this.svg.clientHeight || 600];
    const scale = Math.min(1.15, (w - 32) / Math.max(1, width), (h - 32) / Math.max(1, height));
    this.view = {x: (w - width * scale) / 2, y: Math.max(16, (h - height * scale) / 2), scale};
    this.transform();
  }
  reveal(n) {
    const p = this.place(n), {scale} = this.view;
    if (scale < 0.5) this.view.scale = 0.8;
    const [x, y] = [p.x * this.view.scale + this.view.x, p.y * this.view.scale + this.view.y];
    const [w, h] = [this.svg.clientWidth, this.svg.clientHeight];
    if (x < 60 || y < 40 || x > w - 60 || y > h - 40) this.move(w / 2 - x, h / 2 - y);
    else this.transform();
  }

  grab(start) {
    if (start.button !== 0) return;
    let last = start, moved = false;
    const {svg} = this;
    const moving = e => {
      if (!moved && Math.hypot(e.clientX - start.clientX, e.clientY - start.clientY) < 4) return;
      if (!moved) { moved = true; svg.setPointerCapture(start.pointerId); svg.classList.add('moving'); }
      this.move(e.clientX - last.clientX, e.clientY - last.clientY);
      last = e;
    };
    const done = () => {
      svg.removeEventListener('pointermove', moving);
      svg.removeEventListener('pointerup', done);
      svg.removeEventListener('pointercancel', done);
      svg.classList.remove('moving');
      if (!moved) this.click(start.target);
    };
    svg.addEventListener('pointermove', moving);
    svg.addEventListener('pointerup', done);
    svg.addEventListener('pointercancel', done);
  }

  click(target) {
    const hit = target.closest('[data-toggle], [data-node], [data-edge]');
    if (!hit) return;
    if (hit.dataset.toggle !== undefined) this.toggle(+hit.dataset.toggle);
    else if (hit.dataset.node !== undefined) this.choose('node', this.focus = +hit.dataset.node);
    else this.choose('edge', +hit.dataset.edge);
  }

  // Arrow keys: to what is read or reads, and to the neighbours.
  key(e) {
    const steps = {ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key in steps) this.step(...steps[e.key]);
    else if (e.key === '+' || e.key === '=') this.zoom(1.25);
    else if (e.key === '-') this.zoom(0.8);
    else if (e.key === '0') this.fit();
    else if ((e.key === 'Enter' || e.key === ' ') && this.focus !== undefined)
      e.key === 'Enter' ? this.choose('node', this.focus) : this.toggle(this.focus);
    else return;
    e.preventDefault();
  }

  step(dx, dy) {
    let best = this.focus === undefined ? 0 : this.focus, least = Infinity;
    const from = this.focus === undefined ? undefined : this.place(this.focus);
    for (let i = 0; from && i < this.c.nodes.length; ++i) {
      const p = this.place(i), along = (p.x - from.x) * dx + (p.y - from.y) * dy;
      const across = Math.abs((p.x - from.x) * dy) + Math.abs((p.y - from.y) * dx);
      if (i === this.focus || along <= 1) continue;
      const joined = this.c.edges.some(e => [e.producer, e.consumer].includes(i) && [e.producer, e.consumer].includes(this.focus));
      const far = along + 3 * across - (dy && joined ? 1e6 : 0);
      if (far < least) [best, least] = [i, far];
    }
    if (!this.c.nodes.length) return;
    this.focus = best;
    this.reveal(best);
    this.choose('node', best);
  }
}
