import { block, centredAt, plate, project, wall } from './isometric.ts';
import { KEY, type Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import { coordinates, gridCells, type Motif, onCircle, range, short } from './vector.ts';

/** Solutions are systems made of parts: isometric plates, towers and panes in iris and violet. */
export const solutionMotifs: readonly [Motif, ...Motif[]] = [
  outlinedPlates,
  steppedPlates,
  towerPlates,
  cubeOfParts,
  hubAndSatellites,
  statusPanes,
  ringOfParts,
  liftedTiles,
  windingStair,
];

type Crown = (half: number, z: number) => string;

function outlinedPlates(random: Random, palette: Palette): string {
  return plateStack(random, palette, 0, (half, z) =>
    range(3)
      .map((step) => {
        const outline = centredAt(0, 0, half * (0.74 - 0.22 * step));
        const strokeOpacity = short(0.9 - 0.2 * step);
        const look = `fill="#fff" fill-opacity=".07" stroke="#fff" stroke-opacity="${strokeOpacity}" stroke-width="2"`;
        return plate({ ...outline, z: z + 1 + step * 10 }, look);
      })
      .join(''),
  );
}

function steppedPlates(random: Random, palette: Palette): string {
  const { colour } = palette;
  const taper = random.between(0.09, 0.14);
  return plateStack(random, palette, taper, (half, z) =>
    block(
      { ...centredAt(0, 0, half * 0.42), z, height: half * random.between(0.4, 0.9) },
      { top: colour(88, 95), left: colour(36, 80), right: colour(58, 92) },
    ),
  );
}

function towerPlates(random: Random, palette: Palette): string {
  const { colour, hue, secondHue } = palette;
  const perSide = random.whole(2, 3);
  return plateStack(random, palette, 0, (half, z) => {
    const cell = (1.6 * half) / perSide;
    return gridCells(perSide)
      .map(([column, row]) =>
        block(
          {
            x: -half * 0.76 + column * cell,
            y: -half * 0.76 + row * cell,
            z,
            width: cell * 0.74,
            depth: cell * 0.74,
            height: random.between(14, 84),
          },
          {
            top: colour(86, 95, (column + row) % 2 ? secondHue : hue),
            left: colour(30, 80),
            right: colour(54, 90),
          },
        ),
      )
      .join('');
  });
}

function plateStack(random: Random, { colour, hue, secondHue }: Palette, taper: number, crown: Crown): string {
  const count = random.whole(3, 4);
  const fullHalf = random.between(138, 168);
  const gap = random.between(52, 66);
  return range(count)
    .map((level) => {
      const share = level / (count - 1);
      const z = (level - (count - 1) / 2) * gap - 14;
      const half = fullHalf * (1 - taper * level);
      const isTop = level === count - 1;
      const slab = block(
        { ...centredAt(0, 0, half), z, height: 12 },
        {
          top: isTop ? KEY : colour(15 + 14 * share, 64),
          left: colour(9 + 12 * share, 60),
          right: colour(20 + 26 * share, 78),
          edge: `fill-opacity="${isTop ? 0.96 : 0.9}" stroke="${colour(58 + 22 * share, 92)}" stroke-width="1.5"`,
        },
      );
      const shadow = plate({ ...centredAt(0, 0, half), z: z - 18 }, 'fill="#000" opacity=".35"');
      return shadow + slab + (isTop ? crown(half, z + 12) : lights(half, z + 12.5));
    })
    .join('');

  function lights(half: number, z: number): string {
    const perSide = random.whole(3, 5);
    const cell = (2 * half) / perSide;
    return gridCells(perSide)
      .filter(() => random.chance(0.42))
      .map(([column, row]) => {
        const middle = centredAt(-half + (column + 0.5) * cell, -half + (row + 0.5) * cell, cell * 0.32);
        const fill = colour(64, 95, random.chance(0.5) ? hue : secondHue);
        return plate({ ...middle, z }, `fill="${fill}" opacity="${short(random.between(0.45, 1))}"`);
      })
      .join('');
  }
}

function cubeOfParts(random: Random, { colour, secondHue }: Palette): string {
  const perSide = 3;
  const cell = random.between(74, 86);
  const start = (-perSide * cell) / 2;
  const parts = range(perSide).flatMap((level) =>
    gridCells(perSide)
      .filter(() => level === 0 || !random.chance(0.2 * level))
      .map(([column, row]) => {
        const place = { x: start + column * cell, y: start + row * cell, z: -110 + level * cell * 0.92 };
        const size = { width: cell * 0.86, depth: cell * 0.86, height: cell * 0.8 };
        const faces = random.chance(0.2)
          ? { top: colour(82, 96, secondHue), left: colour(38, 85, secondHue), right: colour(60, 92, secondHue) }
          : { top: colour(40 + level * 13, 72), left: colour(13 + level * 6, 62), right: colour(24 + level * 10, 76) };
        return block({ ...place, ...size }, faces);
      }),
  );
  return `<g stroke="#fff" stroke-opacity=".16">${parts.join('')}</g>`;
}

function hubAndSatellites(random: Random, { colour, hue, secondHue }: Palette): string {
  const reach = random.between(140, 162);
  const halfHub = random.between(52, 70);
  const satellites = gridCells(3)
    .map(([column, row]) => ({ x: (column - 1) * reach, y: (row - 1) * reach, isCorner: column !== 1 && row !== 1 }))
    .filter(({ x, y, isCorner }) => (x || y) && random.chance(isCorner ? 0.55 : 0.85));
  const ground = plate(
    { ...centredAt(0, 0, reach + 52), z: -41 },
    `fill="${colour(14, 56)}" fill-opacity=".55" stroke="${colour(56, 86)}" stroke-opacity=".5"`,
  );
  const links = satellites.map(({ x, y }) => {
    const ends = coordinates([project(0, 0, -40), project(x, y, -40)]);
    return `<path d="M${ends}" opacity="${short(random.between(0.5, 1))}"/>`;
  });
  const hub = { x: 0, y: 0, isCorner: false };
  const blocks = [hub, ...satellites]
    .toSorted((a, b) => a.x + a.y - b.x - b.y)
    .map((part) => {
      const isHub = part === hub;
      const half = isHub ? halfHub : random.between(28, 44);
      const height = isHub ? random.between(50, 110) : random.between(16, 80);
      const own = random.chance(0.5) ? hue : secondHue;
      const faces = isHub
        ? { top: KEY, left: colour(30, 80), right: colour(52, 92) }
        : { top: colour(64, 88, own), left: colour(18, 62, own), right: colour(34, 78, own) };
      const edge = `stroke="#fff" stroke-opacity="${isHub ? 0.9 : 0.45}"`;
      return block({ ...centredAt(part.x, part.y, half), z: -40, height }, { ...faces, edge });
    });
  return `${ground}<g stroke="${colour(66, 94)}" stroke-width="5">${links.join('')}</g>${blocks.join('')}`;
}

function statusPanes(random: Random, palette: Palette): string {
  const { colour } = palette;
  const count = random.whole(3, 5);
  const gap = random.between(250, 300) / count;
  const depth = random.between(240, 300);
  const height = random.between(190, 230);
  const floor = plate({ ...centredAt(0, 0, 185, 185), z: -110 }, `fill="#000" opacity=".3"`);
  const panes = range(count).map((index) => {
    const share = index / (count - 1);
    const x = (index - (count - 1) / 2) * gap;
    const isFront = index === count - 1;
    const look = isFront
      ? `fill="${KEY}" fill-opacity=".9" stroke="#fff" stroke-width="2"`
      : `fill="${colour(16 + 16 * share, 66)}" fill-opacity=".82" stroke="${colour(54 + 20 * share, 90)}" stroke-width="1.5"`;
    const pane = wall({ x, y: -depth / 2, z: -110, depth, height }, look);
    return pane + paneRows(random, palette, { x, depth, height, isFront });
  });
  return floor + panes.join('');
}

/** Bars like the lines of a screen: what a pane does is not told, only that it does something. */
function paneRows(
  random: Random,
  { colour, hue, secondHue }: Palette,
  { x, depth, height, isFront }: { x: number; depth: number; height: number; isFront: boolean },
): string {
  const rows = random.whole(3, 5);
  const rowHeight = (height * 0.8) / rows;
  return range(rows)
    .map((row) => {
      const z = -110 + height * 0.1 + row * rowHeight;
      const fill = isFront ? '#fff' : colour(64, 92, random.chance(0.5) ? hue : secondHue);
      const length = depth * random.between(0.2, 0.8);
      const bar = { x, y: depth * 0.42 - length, z, depth: length, height: rowHeight * random.between(0.3, 0.62) };
      return wall(bar, `fill="${fill}" opacity="${short(random.between(0.35, 0.85))}"`);
    })
    .join('');
}

function ringOfParts(random: Random, { colour, hueAt }: Palette): string {
  const count = random.whole(9, 14);
  const radius = random.between(140, 160);
  const half = random.between(20, 30);
  const waves = random.whole(1, 3);
  const phase = random.between(0, 1);
  const parts = range(count)
    .map((index) => {
      const [x, y] = onCircle(radius, index / count + phase, [0, 0]);
      const wave = 0.5 + 0.5 * Math.sin((waves * index * 2 * Math.PI) / count);
      return { x, y, wave };
    })
    .toSorted((a, b) => a.x + a.y - b.x - b.y);
  const blocks = parts.map(({ x, y, wave }) => {
    const ownHue = hueAt(wave);
    return block(
      { ...centredAt(x, y, half), z: -60, height: 26 + wave * 120 },
      {
        top: colour(58 + 30 * wave, 95, ownHue),
        left: colour(16 + 12 * wave, 66, ownHue),
        right: colour(30 + 22 * wave, 82, ownHue),
        edge: 'stroke="#fff" stroke-opacity=".45"',
      },
    );
  });
  const shadow = plate({ ...centredAt(0, 0, radius + half + 20), z: -74 }, 'fill="#000" opacity=".3"');
  return shadow + blocks.join('');
}

/** A mosaic of which some tiles are lifted out and let the light beneath through. */
function liftedTiles(random: Random, { colour, hue, secondHue }: Palette): string {
  const perSide = random.whole(3, 5);
  const half = random.between(165, 190);
  const cell = (2 * half) / perSide;
  const base = plate({ ...centredAt(0, 0, half + 8), z: -52 }, `fill="${KEY}" fill-opacity=".8"`);
  const tiles = gridCells(perSide).map(([column, row]) => {
    const isLifted = random.chance(0.26);
    const own = random.chance(0.5) ? hue : secondHue;
    const place = centredAt((column + 0.5) * cell - half, (row + 0.5) * cell - half, cell * 0.43);
    const z = isLifted ? random.between(16, 70) : -46;
    const edge = `stroke="${isLifted ? '#fff' : colour(52, 80)}" stroke-opacity=".6"`;
    const faces = isLifted
      ? { top: colour(78, 95, own), left: colour(30, 80, own), right: colour(52, 92, own) }
      : { top: colour(random.between(12, 22), 58), left: colour(9, 56), right: colour(18, 64) };
    return block({ ...place, z, height: 20 }, { ...faces, edge });
  });
  return base + tiles.join('');
}

/** Steps around a square court, each higher than the one before. */
function windingStair(random: Random, { colour, hueAt }: Palette): string {
  const perSide = random.whole(4, 5);
  const cell = random.between(300, 340) / perSide;
  const start = random.whole(0, 3);
  const rise = random.between(11, 18);
  const count = 4 * (perSide - 1);
  const middle = (perSide - 1) / 2;
  const steps = gridCells(perSide).flatMap(([column, row]) => {
    const turn = courtPosition(column, row, perSide - 1);
    if (turn === null) return [];
    const step = (turn + start * (perSide - 1)) % count;
    const share = step / (count - 1);
    const own = hueAt(share);
    const place = centredAt((column - middle) * cell, (row - middle) * cell, cell * 0.46);
    const faces = { left: colour(12 + 16 * share, 66, own), right: colour(24 + 26 * share, 82, own) };
    const edge = `stroke="#fff" stroke-opacity="${short(0.3 + 0.5 * share)}"`;
    return block(
      { ...place, z: -90, height: 14 + step * rise },
      { top: colour(46 + 40 * share, 92, own), ...faces, edge },
    );
  });
  return plate({ ...centredAt(0, 0, 200), z: -96 }, 'fill="#000" opacity=".3"') + steps.join('');
}

/** How many cells along the rim a cell lies, or null inside. */
function courtPosition(column: number, row: number, last: number): number | null {
  if (row === 0) return column;
  if (column === last) return last + row;
  if (row === last) return 3 * last - column;
  return column === 0 ? 4 * last - row : null;
}
