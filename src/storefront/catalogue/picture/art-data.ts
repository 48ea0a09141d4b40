import { block } from './isometric.ts';
import { KEY, type Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';
import { coordinates, type Motif, onCircle, type Point, range, short } from './vector.ts';

/** Data is a field: waves, layers, rings and grids of many like things, in cyan and teal. */
export const dataMotifs: readonly [Motif, ...Motif[]] = [
  dotWaves,
  strata,
  ringStore,
  barField,
  discStack,
  dotField,
  rays,
];

function dotWaves(random: Random, { colour, hueAt }: Palette): string {
  const lineCount = 11;
  const phase = random.between(0, 6);
  const frequency = random.between(0.4, 0.75);
  const swell = random.between(30, 58);
  return range(lineCount)
    .map((line) => {
      const points = range(15).map((step): Point => {
        const wave = swell * Math.sin(step * frequency + line * 0.42 + phase) + 20 * Math.cos(step * 0.9 - line * 0.5);
        return [step * 44 + 92, 150 + line * 31 - wave];
      });
      const stroke = colour(46 + line * 3, 90, hueAt(line / lineCount));
      const width = short(2 + line * 0.55);
      const dots = `stroke-width="${width}" stroke-dasharray="0 ${short(11 + line * 0.3)}" opacity="${short(0.3 + line * 0.07)}"`;
      return `<path d="M${coordinates(points)}" fill="none" stroke="${stroke}" stroke-linecap="round" ${dots}/>`;
    })
    .join('');
}

const STRATA_SHAPES = [
  '<circle cx="400" cy="300" r="205"/>',
  '<path d="M400 80l200 110v220L400 520 200 410V190Z"/>',
  '<rect x="150" y="110" width="500" height="380" rx="28"/>',
  '<path d="M400 90 640 470H160Z"/>',
] as const;

function strata(random: Random, { colour, hueAt }: Palette): string {
  const shape = random.oneOf(STRATA_SHAPES);
  const tilt = random.whole(-24, 24);
  const count = random.whole(5, 10);
  const layers = range(count).map((layer) => {
    const share = layer / (count - 1);
    const y = 120 + layer * (380 / count);
    const swell = random.between(14, 56);
    const lean = random.between(-70, 70);
    const crest = coordinates([
      [270 + lean, y - swell * 2],
      [430 - lean, y + swell * 2],
      [740, y - swell * 0.4],
    ]);
    const look =
      `fill="${colour(16 + share * 46, 62 + share * 34, hueAt(share))}" stroke="${colour(80, 96)}" ` +
      `stroke-opacity="${short(0.22 + 0.4 * share)}" opacity="${short(0.55 + 0.4 * share)}"`;
    return `<path d="M60 ${short(y)}C${crest}V640H60Z" ${look}/>`;
  });
  return (
    `<clipPath id="shape">${shape}</clipPath><g clip-path="url(#shape)" transform="rotate(${tilt} 400 300)">` +
    `<path fill="${colour(12, 60)}" d="M0 0h800v600H0z"/>${layers.join('')}</g>`
  );
}

function ringStore(random: Random, { colour, hueAt }: Palette): string {
  const count = random.whole(5, 7);
  const rings = range(count).map((index) => {
    const ring = count - index;
    const radius = short(ring * random.between(29, 32) + 22);
    const stroke = colour(44 + index * 6, 90, hueAt(ring / count));
    const dashes = [random.between(40, 280), random.between(8, 60), random.between(10, 120), random.between(8, 30)];
    const look = `stroke="${stroke}" stroke-width="${short(random.between(7, 19))}" opacity="${short(random.between(0.55, 1))}"`;
    const turn = random.whole(0, 360);
    return `<circle cx="400" cy="300" r="${radius}" ${look} stroke-dasharray="${dashes.map(short).join(' ')}" transform="rotate(${turn} 400 300)"/>`;
  });
  return `<g fill="none">${rings.join('')}</g><circle cx="400" cy="300" r="24" fill="${KEY}"/>`;
}

function barField(random: Random, { colour, hueAt }: Palette): string {
  const perSide = random.whole(5, 6);
  const cell = 320 / perSide;
  const slope = random.between(0.5, 0.9);
  const phase = random.between(0, 2);
  const bars = range(perSide).flatMap((row) =>
    range(perSide).map((column) => {
      const level =
        Math.sin(column * slope + phase + random.between(0, 0.9)) * Math.cos(row * 0.6) + random.between(0, 0.5);
      if (level < -0.5) return '';
      const height = Math.max(4, level * 95 + 34);
      const ownHue = hueAt(row / perSide);
      return block(
        { x: -150 + column * cell, y: -150 + row * cell, z: -60, width: cell * 0.72, depth: cell * 0.72, height },
        {
          top: colour(44 + Math.min(38, height * 0.4), 92, ownHue),
          left: colour(12 + height * 0.08, 60),
          right: colour(20 + height * 0.12, 70),
        },
      );
    }),
  );
  return bars.join('');
}

function discStack(random: Random, { colour, hueAt }: Palette): string {
  const count = random.whole(3, 5);
  const radius = random.between(150, 190);
  const flatness = radius * random.between(0.3, 0.38);
  const height = 210 / count;
  const gap = height * random.between(1.3, 1.6);
  const discs = range(count).map((level) => {
    const share = level / (count - 1);
    const y = 300 + ((count - 1) / 2 - level) * gap - height / 2;
    const [rx, ry] = [short(radius), short(flatness)];
    const body = `${frontArc(y + height, radius, flatness)}V${short(y)}H${400 - rx}Z`;
    const bandWidth = height * random.between(0.12, 0.3);
    const band = frontArc(y + height * 0.5, radius - bandWidth / 2, flatness);
    const dashes = [random.between(20, 160), random.between(8, 40), random.between(6, 60), random.between(8, 30)];
    const light = `stroke="${colour(60, 94, hueAt(1 - share))}" stroke-width="${short(bandWidth)}"`;
    const top = level === count - 1 ? KEY : colour(24 + 22 * share, 76, hueAt(share));
    const edge = `stroke="${colour(78, 94)}" stroke-width="1.5"`;
    return (
      `<path d="${body}" fill="${colour(12 + 10 * share, 62, hueAt(share))}"/>` +
      `<path d="${band}" fill="none" ${light} stroke-dasharray="${dashes.map(short).join(' ')}"/>` +
      `<ellipse cx="400" cy="${short(y)}" rx="${rx}" ry="${ry}" fill="${top}" ${edge}/>`
    );
  });
  return discs.join('');
}

/** The half of a lying disc's rim that is turned to us, from left to right. */
function frontArc(y: number, radius: number, flatness: number): string {
  const rx = short(radius);
  return `M${400 - rx} ${short(y)}a${rx} ${short(flatness)} 0 0 0 ${2 * rx} 0`;
}

/** A half-tone print of a landscape nobody has seen: dots of six sizes, all of one size in one path. */
function dotField(random: Random, { colour, hueAt }: Palette): string {
  const sizes = 6;
  const paths = range(sizes).map(() => '');
  const wave = {
    x: random.between(0.25, 0.6),
    y: random.between(0.3, 0.7),
    phase: random.between(0, 6),
    bend: random.between(0.6, 1.8),
  };
  for (const row of range(13)) {
    for (const column of range(18)) {
      const bent = row * wave.y + wave.bend * Math.sin(column * 0.3 + wave.phase);
      const level = 0.5 + 0.5 * Math.sin(column * wave.x + wave.phase) * Math.cos(bent);
      const size = Math.min(sizes - 1, Math.floor(level * sizes));
      paths[size] += `M${short(92 + column * 36)} ${short(84 + row * 36)}h0`;
    }
  }
  const dots = paths.map((path, size) => {
    const share = size / (sizes - 1);
    return `<path d="${path}" stroke="${colour(34 + 42 * share, 90, hueAt(share))}" stroke-width="${short(3 + 27 * share)}"/>`;
  });
  return `<g stroke-linecap="round">${dots.join('')}</g>`;
}

function rays(random: Random, { colour, hueAt }: Palette): string {
  const count = random.whole(60, 84);
  const inner = random.between(70, 110);
  const shades = 4;
  const paths = range(shades).map(() => '');
  const waves = random.whole(2, 5);
  const phase = random.between(0, 6);
  for (const index of range(count)) {
    const turn = index / count;
    const level =
      0.3 + 0.25 * (1 + Math.sin(waves * turn * 2 * Math.PI + phase)) * random.between(0.5, 1) + random.between(0, 0.2);
    const shade = Math.min(shades - 1, Math.floor(level * shades));
    paths[shade] += `M${coordinates([onCircle(inner, turn), onCircle(inner + level * (240 - inner), turn)])}`;
  }
  const width = short((inner * 2 * Math.PI * random.between(0.45, 0.75)) / count);
  const bars = paths.map(
    (path, shade) => path && `<path d="${path}" stroke="${colour(36 + shade * 13, 90, hueAt(shade / shades))}"/>`,
  );
  const core = `<circle cx="400" cy="300" r="${short(inner * 0.6)}" fill="none" stroke="${KEY}" stroke-width="${short(random.between(4, 14))}"/>`;
  return `<g stroke-width="${width}" stroke-linecap="round">${bars.join('')}</g>${core}`;
}
