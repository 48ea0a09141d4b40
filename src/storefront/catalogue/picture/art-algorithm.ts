import { INK, KEY, type Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import { coordinates, type Motif, type Point, range, short, smoothLoop } from './vector.ts';

/** Algorithms are curves: wells, arcs, sheaves, nets and one unbroken line, in lime and green. */
export const algorithmMotifs: readonly [Motif, ...Motif[]] = [
  contourWell,
  attentionArcs,
  flowSheaf,
  layeredNet,
  rosette,
  decisionTree,
  spaceFillingCurve,
];

function contourWell(random: Random, { colour, hueAt, secondHue }: Palette): string {
  const drift = random.between(-50, 50);
  const count = random.whole(9, 12);
  const phase = random.between(0, 6);
  const lobes = random.whole(2, 4);
  const loops = range(count).map((index) => {
    const share = index / (count - 1);
    const radius = 230 - 205 * share;
    const points = range(12).map((step): Point => {
      const angle = (step / 12) * 2 * Math.PI;
      const wobble = 0.24 * (1 - share) * Math.sin(lobes * angle + phase + share) + 0.05 * Math.sin(5 * angle + phase);
      const reach = radius * (1 + wobble);
      return [400 + drift * share + reach * Math.cos(angle) * 1.22, 300 + share * 26 + reach * Math.sin(angle) * 0.92];
    });
    const fill = `fill="${colour(10 + share * 26, 80, secondHue)}" fill-opacity="${short(0.12 + 0.1 * share)}"`;
    const stroke = `stroke="${colour(36 + share * 42, 92, hueAt(1 - share))}" stroke-width="${short(1.6 + share * 2)}"`;
    return `<path d="${smoothLoop(points)}" ${fill} ${stroke}/>`;
  });
  return `${loops.join('')}<circle cx="${short(400 + drift)}" cy="326" r="9" fill="#fff"/>`;
}

function attentionArcs(random: Random, palette: Palette): string {
  const count = random.whole(6, 9);
  const spread = random.between(150, 262);
  const height = random.between(110, 160);
  const x = (index: number) => short(400 - spread + (index * 2 * spread) / (count - 1));
  const [top, bottom] = [short(300 - height), short(300 + height)];
  const arcs: WeightedCurve[] = range(count).flatMap((from) =>
    range(count)
      .filter(() => random.chance(0.55))
      .map((to) => ({
        weight: random.between(0, 1),
        curve: `M${x(from)} ${top}C${x(from)} 300 ${x(to)} 300 ${x(to)} ${bottom}`,
      })),
  );
  const ends = range(count).map(
    (index) =>
      `<circle cx="${x(index)}" cy="${top}" r="${short(random.between(6, 13))}" fill="${palette.colour(72, 95)}"/>` +
      `<circle cx="${x(index)}" cy="${bottom}" r="${short(random.between(6, 13))}" fill="${KEY}"/>`,
  );
  return curvesByWeight(arcs, palette) + ends.join('');
}

type WeightedCurve = { weight: number; curve: string };

const WEIGHT_CLASSES = 5;

/** The heavier, the brighter and wider. All curves of a class share one path, or a dense net would weigh 10 kB. */
function curvesByWeight(curves: readonly WeightedCurve[], { colour, hueAt }: Palette): string {
  const classes = range(WEIGHT_CLASSES).map((index) => {
    const share = (index + 0.5) / WEIGHT_CLASSES;
    const members = curves.filter(({ weight }) => Math.floor(weight * WEIGHT_CLASSES) === index);
    const path = members.map(({ curve }) => curve).join('');
    const look = `stroke="${colour(38 + share * 36, 90, hueAt(share))}" stroke-width="${short(0.8 + share * share * 3.4)}"`;
    return path && `<path d="${path}" ${look} opacity="${short(0.2 + 0.75 * share)}"/>`;
  });
  return `<g fill="none">${classes.join('')}</g>`;
}

function flowSheaf(random: Random, { colour, hueAt }: Palette): string {
  const count = random.whole(14, 20);
  const twist = random.between(1.1, 2.2);
  const width = random.between(96, 140);
  const phase = random.between(0, 6);
  const lines = range(count).map((index) => {
    const share = index / (count - 1);
    const core = Math.sin(share * Math.PI);
    const points = range(7).map((step): Point => {
      const along = (step / 6 - 0.5) * 2;
      const fan = (share - 0.5) * 2 * width * Math.cos(along * twist + phase * 0.2);
      return [90 + step * 103.3, 300 + fan + Math.sin(along * 2.4 + phase) * 58 * (1 - share * 0.3)];
    });
    const look =
      `stroke="${colour(40 + 36 * core, 92, hueAt(share))}" stroke-width="${short(1.2 + 2.6 * core)}" ` +
      `opacity="${short(0.35 + 0.6 * core)}"`;
    return `<path d="${chainedCurve(points)}" ${look}/>`;
  });
  return `<g fill="none">${lines.join('')}</g>`;
}

function chainedCurve([first, second, ...rest]: readonly Point[]): string {
  if (!first || !second) return '';
  const pull: Point = [second[0] - 52, first[1]];
  return `M${coordinates([first])}Q${coordinates([pull, second])}T${coordinates(rest)}`;
}

function layeredNet(random: Random, palette: Palette): string {
  const last = random.whole(3, 4);
  const sizes = range(last + 1).map((layer) => {
    if (layer === 0) return random.whole(3, 5);
    return layer === last ? random.whole(1, 3) : random.whole(4, 6);
  });
  const layers = sizes.map((size, layer) =>
    range(size).map((index): Point => {
      const y = 300 + (index - (size - 1) / 2) * Math.min(78, 360 / size);
      return [short(140 + (layer * 520) / last), short(y)];
    }),
  );
  const edges: WeightedCurve[] = layers.flatMap((layer, depth) =>
    layer.flatMap((from) =>
      (layers[depth + 1] ?? [])
        .filter(() => random.chance(0.7))
        .map((to) => ({ weight: random.between(0, 1), curve: branch(from, to, 0.5) })),
    ),
  );
  const nodes = layers.flat().map(([x, y]) => {
    const fill = random.chance(0.4) ? KEY : INK;
    return `<circle cx="${x}" cy="${y}" r="${short(random.between(9, 17))}" fill="${fill}"/>`;
  });
  const rims = `stroke="${palette.colour(68, 92)}" stroke-width="3"`;
  return `${curvesByWeight(edges, palette)}<g ${rims}>${nodes.join('')}</g>`;
}

/** Leaves and arrives level; `bend` says where on the way it turns. */
function branch([x1, y1]: Point, [x2, y2]: Point, bend: number): string {
  const turn = short(x1 + (x2 - x1) * bend);
  return `M${x1} ${y1}C${turn} ${y1} ${turn} ${y2} ${x2} ${y2}`;
}

/** Ellipses turned around one centre, as a spirograph draws them. */
function rosette(random: Random, { colour, hueAt }: Palette): string {
  const count = random.whole(9, 22);
  const long = random.between(170, 235);
  const narrow = long * random.between(0.16, 0.62);
  const offset = random.chance(0.5) ? 0 : random.between(20, 60);
  const petals = range(count).map((index) => {
    const share = 0.5 + 0.5 * Math.cos((index / count) * 2 * Math.PI);
    const turn = short((index * (offset ? 360 : 180)) / count);
    const look = `stroke="${colour(40 + 34 * share, 92, hueAt(share))}" opacity="${short(0.45 + 0.5 * share)}"`;
    return `<ellipse cx="${short(offset)}" rx="${short(long - offset)}" ry="${short(narrow)}" ${look} transform="rotate(${turn})"/>`;
  });
  const width = short(random.between(1.6, 3.4));
  const tilt = random.whole(0, 90);
  const core = `<circle r="${short(random.between(8, 26))}" fill="${KEY}"/>`;
  return `<g transform="translate(400 300) rotate(${tilt})"><g fill="none" stroke-width="${width}">${petals.join('')}</g>${core}</g>`;
}

const TREE_DEPTH = 4;

/** A tree of decisions that grows to the right, one way through it lit. */
function decisionTree(random: Random, { colour, hueAt }: Palette): string {
  const goal = random.whole(0, 2 ** TREE_DEPTH - 1);
  const bend = random.between(0.3, 0.8);
  const height = random.between(360, 450);
  const branches: string[] = [];
  const nodes: string[] = [];

  function grow(level: number, index: number, from: Point): void {
    const isLit = goal >> (TREE_DEPTH - level) === index;
    if (!isLit && level > 1 && random.chance(0.2)) return;
    const to: Point = [
      short(130 + (level * 540) / TREE_DEPTH),
      short(300 + ((index + 0.5) / 2 ** level - 0.5) * height),
    ];
    const stroke = isLit ? colour(74, 96) : colour(random.between(30, 46), 84, hueAt(level / TREE_DEPTH));
    const radius = short(isLit ? 12 : random.between(4, 10));
    branches.push(`<path d="${branch(from, to, bend)}" stroke="${stroke}" stroke-width="${isLit ? 5 : 2.4}"/>`);
    nodes.push(`<circle cx="${to[0]}" cy="${to[1]}" r="${radius}" fill="${isLit ? KEY : stroke}"/>`);
    if (level < TREE_DEPTH) growBoth(level, index, to);
  }

  function growBoth(level: number, index: number, from: Point): void {
    grow(level + 1, index * 2, from);
    grow(level + 1, index * 2 + 1, from);
  }

  growBoth(0, 0, [130, 300]);
  const root = `<circle cx="130" cy="300" r="17" fill="${KEY}"/>`;
  return `<g fill="none">${branches.join('')}</g>${nodes.join('')}${root}`;
}

/** Hilbert's curve: one line that visits every cell, of which a stretch is lit. */
function spaceFillingCurve(random: Random, { colour, hueAt }: Palette): string {
  const order = random.whole(3, 4);
  const step = 400 / (2 ** order - 1);
  const points = hilbert(order).map(([x, y]): Point => [200 + x * step, 100 + y * step]);
  const path = `M${coordinates(points)}`;
  const turn = random.oneOf([0, 45, 90, 135, 180]);
  const stretch = random.between(0.15, 0.55) * points.length;
  const start = random.between(0, points.length - stretch);
  const lit = points.slice(Math.floor(start), Math.floor(start + stretch));
  const width = step * random.between(0.22, 0.5);
  const base = `<path d="${path}" stroke="${colour(random.between(20, 34), 76, hueAt(0.5))}" stroke-width="${short(width)}"/>`;
  const light = `<path d="M${coordinates(lit)}" stroke="${KEY}" stroke-width="${short(width)}"/>`;
  const scale = turn % 90 ? 0.82 : 1;
  return `<g fill="none" stroke-linejoin="round" stroke-linecap="round" transform="translate(400 300) rotate(${turn}) scale(${scale}) translate(-400 -300)">${base}${light}</g>`;
}

function hilbert(order: number): Point[] {
  if (order === 0) return [[0, 0]];
  const inner = hilbert(order - 1);
  const side = 2 ** (order - 1);
  return [
    ...inner.map(([x, y]): Point => [y, x]),
    ...inner.map(([x, y]): Point => [x, y + side]),
    ...inner.map(([x, y]): Point => [x + side, y + side]),
    ...inner.map(([x, y]): Point => [2 * side - 1 - y, side - 1 - x]),
  ];
}
