// Makes the files that the demo's products deliver (catalogue/demo/goods): tides of an invented harbor, computed from the harmonic constants that
// stand below, and a model that has these constants. `node scripts/demo-goods/make.ts` writes the same bytes each time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = join(import.meta.dirname, '../../catalogue/demo/goods');

/** Speeds are those of the sky, in degrees an hour; height in meters and lag in degrees are the harbor's. */
const constituents = [
  { name: 'M2', speed: 28.9841042, height: 1.312, lag: 41 },
  { name: 'S2', speed: 30.0, height: 0.338, lag: 98 },
  { name: 'N2', speed: 28.4397295, height: 0.221, lag: 17 },
  { name: 'K1', speed: 15.0410686, height: 0.094, lag: 152 },
  { name: 'O1', speed: 13.9430356, height: 0.071, lag: 203 },
  { name: 'M4', speed: 57.9682084, height: 0.082, lag: 310 },
] as const;
const MEAN_LEVEL = 2.46;

/** In meters above chart datum, `hours` after the first of March. */
function tide(hours: number): number {
  return constituents.reduce(
    (level, { speed, height, lag }) => level + height * Math.cos(((speed * hours - lag) * Math.PI) / 180),
    MEAN_LEVEL,
  );
}

/** The same numbers each time, from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const first = Date.UTC(2026, 2, 1);
const TEN_MINUTES = 10;

type Reading = { time: string; level_m: number; surge_m: number; wind_ms: number; quality: 'good' | 'filled' };

/** Readings of an imagined gauge at the pier: the tide, with wind that pushes it. */
function readings(days: number, random: () => number): Reading[] {
  let wind = 6;
  return Array.from({ length: (days * 24 * 60) / TEN_MINUTES }, (_, at) => {
    const minutes = at * TEN_MINUTES;
    wind = Math.max(0, wind + (random() - 0.5) * 0.9 + (6 - wind) * 0.01);
    const surge = 0.004 * (wind - 6) ** 2 * Math.sign(wind - 6) + (random() - 0.5) * 0.02;
    return {
      time: new Date(first + minutes * 60_000).toISOString().replace('.000Z', 'Z'),
      level_m: Number((tide(minutes / 60) + surge).toFixed(3)),
      surge_m: Number(surge.toFixed(3)),
      wind_ms: Number(wind.toFixed(1)),
      quality: random() < 0.004 ? 'filled' : 'good',
    };
  });
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function csv(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names.join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n').concat('\n');
}

const month = readings(31, numbers(20_260_301));
write('tide-gauge/1.0.0/readings.csv', csv(month));
write(
  'tide-gauge/1.0.0/README.txt',
  `Tide gauge, Marram Pier, March 2026: a reading every ten minutes, ${month.length} rows.
time is UTC; level_m is meters above chart datum; surge_m is what wind added; quality is good or filled.
The harbor is invented; the tide follows six harmonic constants, so that a model can be checked against it.
`,
);
// The second release mends what the first has filled.
write('tide-gauge/1.1.0/readings.csv', csv(month.map((reading) => ({ ...reading, quality: 'good' }))));
write(
  'tide-gauge/1.1.0/high-waters.jsonl',
  month
    .filter(({ level_m: level }, at) => level > (month[at - 1]?.level_m ?? 9) && level >= (month[at + 1]?.level_m ?? 9))
    .filter(({ level_m: level }) => level > 3.2)
    .map(({ time, level_m }) => `${JSON.stringify({ time, level_m })}\n`)
    .join(''),
);

const sounds = ['gull', 'bell buoy', 'engine', 'rain on planks', 'rope and mast', 'wind', 'children', 'hull'];
const random = numbers(7);
write(
  'harbor-sounds/1.0.0/index.jsonl',
  Array.from({ length: 240 }, (_, at) => ({
    id: `clip-${String(at + 1).padStart(3, '0')}`,
    label: sounds[Math.floor(random() * sounds.length)],
    seconds: Number((1 + random() * 9).toFixed(1)),
    distance_m: Math.round(5 + random() * 200),
    night: random() < 0.3,
  }))
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(''),
);

/** A safetensors file: eight bytes of length, a header in JSON, and the numbers. */
function safetensors(tensors: Record<string, readonly number[]>, metadata: Record<string, string>): Uint8Array {
  let end = 0;
  const header: Record<string, unknown> = { __metadata__: metadata };
  for (const [name, values] of Object.entries(tensors)) {
    header[name] = { dtype: 'F32', shape: [values.length], data_offsets: [end, end + values.length * 4] };
    end += values.length * 4;
  }
  const text = JSON.stringify(header);
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8);
  const bytes = new Uint8Array(8 + padded.length + end);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(padded.length), true);
  bytes.set(new TextEncoder().encode(padded), 8);
  let at = 8 + padded.length;
  for (const value of Object.values(tensors).flat()) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  return bytes;
}

write(
  'tide-model/1.0.0/model.safetensors',
  safetensors(
    {
      speed_degrees_per_hour: constituents.map(({ speed }) => speed),
      height_m: constituents.map(({ height }) => height),
      lag_degrees: constituents.map(({ lag }) => lag),
      mean_level_m: [MEAN_LEVEL],
    },
    {
      format: 'pt',
      constituents: constituents.map(({ name }) => name).join(' '),
      epoch: new Date(first).toISOString(),
    },
  ),
);
write(
  'tide-model/1.0.0/predict.py',
  `# Height of the tide at Marram Pier, in meters: python predict.py 2026-03-14T06:00
import sys, math, datetime
from safetensors import safe_open

with safe_open("model.safetensors", framework="np") as model:
    speed, height, lag, mean = (model.get_tensor(name) for name in
        ("speed_degrees_per_hour", "height_m", "lag_degrees", "mean_level_m"))
epoch = datetime.datetime(2026, 3, 1)
hours = (datetime.datetime.fromisoformat(sys.argv[1]) - epoch).total_seconds() / 3600
print(round(float(mean[0]) + sum(float(h) * math.cos(math.radians(float(s) * hours - float(l)))
    for s, h, l in zip(speed, height, lag)), 2))
`,
);
