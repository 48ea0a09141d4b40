import { block, centredAt, cylinder, layFlat, plate, project, wall } from './isometric.ts';
import { INK, KEY, type Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import { coordinates, gridCells, type Motif, onCircle, range, short } from './vector.ts';

/** Computing is hardware on the bench: cards, dies, racks and wafers in dark metal, lit in ember and amber. */
export const computingMotifs: readonly [Motif, ...Motif[]] = [
  fanCard,
  smallDie,
  largeDie,
  rack,
  memoryModules,
  heatSink,
  wafer,
  coolingTanks,
];

const metal = { top: '#24262d', left: '#101116', right: '#1c1e25' };

function board(palette: Palette, half: number, halfDepth: number): string {
  const { colour } = palette;
  const edge = `stroke="${colour(58, 90)}" stroke-width="1.5"`;
  const slab = { ...centredAt(0, 0, half, halfDepth), z: -26, height: 26 };
  return groundShadow(half, halfDepth) + block(slab, { top: '#15161b', left: '#0b0c10', right: colour(24, 70), edge });
}

function groundShadow(half: number, halfDepth: number): string {
  const y = short(345 + halfDepth * 0.4);
  return `<ellipse cx="400" cy="${y}" rx="${short(half * 1.35)}" ry="${short(halfDepth * 0.75)}" fill="#000" opacity=".35"/>`;
}

function fanCard(random: Random, palette: Palette): string {
  const { colour } = palette;
  const half = random.between(178, 204);
  const halfDepth = random.between(100, 118);
  const count = random.whole(1, 3);
  const cell = (2 * half) / count;
  const bladeCount = random.whole(7, 11);
  const fans = range(count).map((index) => {
    const x = -half + (index + 0.5) * cell;
    const shroud = { ...centredAt(x, 0, cell * 0.4, halfDepth * 0.8), z: 0, height: 30 };
    const edge = `stroke="${colour(50, 80)}" stroke-opacity=".6"`;
    const radius = Math.min(cell * 0.36, halfDepth * 0.68);
    return (
      block(shroud, { ...metal, right: colour(34, 80), edge }) + layFlat(x, 0, 31, fan(palette, radius, bladeCount))
    );
  });
  return board(palette, half, halfDepth) + fans.join('');
}

function fan({ colour }: Palette, radius: number, bladeCount: number): string {
  const blades = range(bladeCount).map((index) => {
    const curve = `M0 0Q${short(radius * 0.5)} ${short(-radius * 0.36)} ${short(radius * 0.93)} 0`;
    const turn = short((index * 360) / bladeCount);
    return `<path d="${curve}" transform="rotate(${turn})" fill="${colour(40 + (index % 2) * 16, 80)}" opacity=".85"/>`;
  });
  const rim = `<circle r="${short(radius)}" fill="${INK}" stroke="${KEY}" stroke-width="4"/>`;
  return `${rim}${blades.join('')}<circle r="${short(radius * 0.24)}" fill="${KEY}"/>`;
}

function smallDie(random: Random, palette: Palette): string {
  return die(random, palette, { perSide: random.whole(3, 4), coreReach: 0.9, tileHeight: () => random.between(4, 20) });
}

function largeDie(random: Random, palette: Palette): string {
  const tileHeight = () => random.between(3, 34) * (random.chance(0.6) ? 1 : 0.2);
  return die(random, palette, { perSide: random.whole(5, 6), coreReach: 1.3, tileHeight });
}

type DiePlan = { perSide: number; coreReach: number; tileHeight: () => number };

function die(random: Random, palette: Palette, { perSide, coreReach, tileHeight }: DiePlan): string {
  const { colour, hue, secondHue } = palette;
  const half = random.between(178, 204);
  const halfDepth = half * 0.86;
  const cell = (half * 1.68) / perSide;
  const cellDepth = (halfDepth * 1.68) / perSide;
  const middle = (perSide - 1) / 2;
  const tiles = gridCells(perSide).map(([column, row]) => {
    const isCore = Math.hypot(column - middle, row - middle) < coreReach;
    const x = (column - middle) * cell;
    const y = (row - middle) * cellDepth;
    const height = isCore ? random.between(26, 40) : tileHeight();
    const place = { ...centredAt(x, y, cell * 0.4, cellDepth * 0.4), z: 0, height };
    if (!isCore) return block(place, random.chance(0.22) ? { ...metal, top: colour(random.between(38, 50)) } : metal);
    const top = colour(random.between(66, 78), 99, random.chance(0.5) ? hue : secondHue);
    return block(place, { top, left: colour(36), right: colour(52, 94), edge: 'stroke-opacity=".9"' });
  });
  const lit = `<g stroke="${colour(72, 92)}" stroke-opacity=".2">${tiles.join('')}</g>`;
  return board(palette, half, halfDepth) + lit + pins(random, palette, half, halfDepth);
}

function pins(random: Random, { colour }: Palette, half: number, halfDepth: number): string {
  const count = 8;
  const lines = range(count).map((index) => {
    const y = -halfDepth + ((index + 1) * 2 * halfDepth) / (count + 1);
    const ends = coordinates([project(half, y, -13), project(half + random.between(26, 70), y, -13)]);
    return `<path d="M${ends}" opacity="${short(random.between(0.3, 1))}"/>`;
  });
  return `<g stroke="${colour(62, 95)}" stroke-width="2.5">${lines.join('')}</g>`;
}

function rack(random: Random, palette: Palette): string {
  const { colour } = palette;
  const count = random.whole(1, 3);
  const half = 78;
  const halfDepth = count === 1 ? 96 : 150 / count;
  const height = random.between(270, 310);
  const units = random.whole(7, 10);
  const cabinets = range(count).map((index) => {
    const y = (index - (count - 1) / 2) * (2 * halfDepth + 14);
    const edge = `stroke="${colour(60, 92)}" stroke-width="1.5"`;
    const cabinet = { ...centredAt(0, y, half, halfDepth), z: -130, height };
    const front = range(units).map((unit) =>
      rackUnit(random, palette, {
        x: half,
        y: y - halfDepth,
        depth: 2 * halfDepth,
        z: -122 + (unit * (height - 16)) / units,
        height: (height - 16) / units,
      }),
    );
    return block(cabinet, { top: '#2b2d35', left: '#0e0f13', right: '#17181d', edge }) + front.join('');
  });
  const floor = plate({ ...centredAt(20, 0, half + 60, 190), z: -131 }, 'fill="#000" opacity=".35"');
  return floor + cabinets.join('');
}

type Front = { x: number; y: number; z: number; depth: number; height: number };

/** One drawer of a rack: a dark front, a bar that shows how busy it is, and now and then a drawer that glows. */
function rackUnit(random: Random, { colour, hue, secondHue }: Palette, front: Front): string {
  const isHot = random.chance(0.22);
  const face = { ...front, y: front.y + 10, depth: front.depth - 20, z: front.z + 2, height: front.height - 5 };
  const drawer = wall(
    face,
    isHot ? `fill="${colour(52, 95)}"` : `fill="${INK}" stroke="${colour(50, 80)}" stroke-opacity=".35"`,
  );
  const load = face.depth * random.between(0.12, 0.7);
  const bar = {
    ...face,
    y: face.y + face.depth - load - 8,
    depth: load,
    z: face.z + face.height * 0.35,
    height: face.height * 0.3,
  };
  const barFill = isHot ? '#fff' : colour(random.between(46, 70), 96, random.chance(0.5) ? hue : secondHue);
  return drawer + wall(bar, `fill="${barFill}" opacity="${short(random.between(0.6, 1))}"`);
}

function memoryModules(random: Random, palette: Palette): string {
  const { colour } = palette;
  const count = random.whole(3, 5);
  const gap = random.between(250, 290) / count;
  const halfDepth = random.between(150, 176);
  const height = random.between(96, 130);
  const chips = random.whole(4, 6);
  const modules = range(count).map((index) => {
    const x = (index - (count - 1) / 2) * gap;
    const edge = `stroke="${colour(70, 92)}" stroke-opacity=".8"`;
    const stick = { ...centredAt(x, 0, 7, halfDepth), z: 4, height };
    const faces = { top: colour(42, 85), left: colour(18, 70), right: '#191b21', edge };
    return (
      block(stick, faces) +
      moduleFront(random, palette, { x: x + 7, y: -halfDepth, z: 4, depth: 2 * halfDepth, height }, chips)
    );
  });
  return board(palette, 180, halfDepth + 22) + modules.join('');
}

function moduleFront(random: Random, { colour, hue, secondHue }: Palette, front: Front, chips: number): string {
  const cell = front.depth / chips;
  const packages = range(chips).map((index) => {
    const place = {
      ...front,
      y: front.y + (index + 0.14) * cell,
      depth: cell * 0.72,
      z: front.z + front.height * 0.3,
      height: front.height * 0.52,
    };
    const isLit = random.chance(0.4);
    const fill = isLit ? colour(random.between(50, 68), 96, random.chance(0.5) ? hue : secondHue) : '#08090c';
    return wall(place, `fill="${fill}" stroke="${colour(60, 90)}" stroke-opacity="${isLit ? 0.9 : 0.3}"`);
  });
  const ends = coordinates([
    project(front.x, front.y + 8, front.z + 10),
    project(front.x, front.y + front.depth - 8, front.z + 10),
  ]);
  return `${packages.join('')}<path d="M${ends}" stroke="${colour(62, 92)}" stroke-width="9" stroke-dasharray="4 4"/>`;
}

function heatSink(random: Random, palette: Palette): string {
  const { colour, hueAt } = palette;
  const half = random.between(160, 184);
  const halfDepth = half * 0.86;
  const count = random.whole(7, 11);
  const gap = (2 * half * 0.9) / count;
  const height = random.between(64, 104);
  const arch = random.between(-0.45, 0.5);
  const fins = range(count).map((index) => {
    const share = index / (count - 1);
    const rise = height * (1 + arch * Math.sin(share * Math.PI));
    const x = (index - (count - 1) / 2) * gap;
    const isHot = random.chance(0.4);
    const ownHue = hueAt(share);
    return block(
      { ...centredAt(x, 0, gap * 0.2, halfDepth * 0.9), z: 22, height: rise },
      {
        top: colour(isHot ? 82 : 56, 96, ownHue),
        left: colour(isHot ? 48 : 24, 80, ownHue),
        right: isHot ? colour(44, 92, ownHue) : metal.right,
        edge: `stroke="${colour(84, 96, ownHue)}" stroke-opacity=".6"`,
      },
    );
  });
  const core = block(
    { ...centredAt(0, 0, half * 0.96, halfDepth * 0.96), z: 0, height: 22 },
    { top: colour(30, 80), left: '#1b1c22', right: KEY },
  );
  return board(palette, half + 22, halfDepth + 20) + core + fins.join('');
}

function wafer(random: Random, { colour, secondHue }: Palette): string {
  const radius = random.between(176, 206);
  const perSide = random.whole(8, 13);
  const cell = (2 * radius) / perSide;
  const side = short(cell * 0.84);
  const hotSpot = onCircle(radius * random.between(0, 0.6), random.between(0, 1), [0, 0]);
  const reach = radius * random.between(0.4, 0.8);
  const shades = [colour(17, 50), colour(27, 66), colour(42, 84), colour(58, 96), colour(76, 98, secondHue)];
  const outlines = shades.map(() => '');
  for (const [column, row] of gridCells(perSide)) {
    const x = (column + 0.5) * cell - radius;
    const y = (row + 0.5) * cell - radius;
    if (Math.hypot(Math.abs(x) + side / 2, Math.abs(y) + side / 2) > radius - 5) continue;
    const distance = Math.hypot(x - hotSpot[0], y - hotSpot[1]) / reach;
    const heat = Math.exp(-distance * distance) + random.between(-0.2, 0.25);
    const shade = Math.max(0, Math.min(shades.length - 1, Math.floor(heat * shades.length)));
    outlines[shade] += `M${short(x - side / 2)} ${short(y - side / 2)}h${side}v${side}h-${side}z`;
  }
  const dies = outlines.map((outline, shade) => outline && `<path d="${outline}" fill="${shades[shade]}"/>`);
  const disc = `<circle r="${short(radius)}" fill="#15161b" stroke="${KEY}" stroke-width="4"/>`;
  const rim = `<circle r="${short(radius)}" fill="${colour(26, 70)}"/>`;
  return groundShadow(radius, radius) + layFlat(0, 0, -18, rim) + layFlat(0, 0, 0, disc + dies.join(''));
}

function coolingTanks(random: Random, palette: Palette): string {
  const { colour, hueAt } = palette;
  const perSide = random.whole(2, 3);
  const half = random.between(160, 184);
  const cell = (2 * half) / perSide;
  const radius = cell * random.between(0.3, 0.38);
  const fullHeight = random.between(80, 150);
  const tanks = gridCells(perSide).map(([column, row]) => {
    const level = random.between(0.2, 1);
    const own = hueAt(random.between(0, 1));
    const foot = { x: (column + 0.5) * cell - half, y: (row + 0.5) * cell - half, z: 0, radius };
    const edge = `stroke="${colour(78, 94, own)}" stroke-width="2"`;
    const liquid = { top: colour(66, 96, own), side: colour(24 + 26 * level, 90, own), edge };
    const glass = { top: '#fff', side: '#fff', edge: `fill-opacity=".25" ${edge}` };
    const filled = cylinder({ ...foot, height: fullHeight * level }, liquid);
    return `${filled}<g fill-opacity=".07">${cylinder({ ...foot, height: fullHeight + 14 }, glass)}</g>`;
  });
  return board(palette, half + 14, half + 14) + tanks.join('');
}
