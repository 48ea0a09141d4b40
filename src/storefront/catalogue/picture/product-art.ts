import { algorithmMotifs } from './art-algorithm.ts';
import { computingMotifs } from './art-computing.ts';
import { dataMotifs } from './art-data.ts';
import { solutionMotifs } from './art-solutions.ts';
import { createPalette, INK, type Palette } from './palette.ts';
import { createRandom, type Random } from './seeded-random.ts';
import { type Motif, short } from './vector.ts';

type ArtType = 'solutions' | 'computing' | 'data' | 'algorithm';

const families: Record<ArtType, { hues: readonly [number, number]; motifs: readonly [Motif, ...Motif[]] }> = {
  solutions: { hues: [218, 266], motifs: solutionMotifs },
  computing: { hues: [6, 40], motifs: computingMotifs },
  data: { hues: [172, 210], motifs: dataMotifs },
  algorithm: { hues: [76, 148], motifs: algorithmMotifs },
};

/**
 * The picture of a product that has none of its own: the same id gives the same picture for ever, in every process.
 * One light rig for all (ink tile, glow, key light from the right), one visual language per type. The id only seeds
 * the numbers and is never written into the SVG, so no id can break out of it. The ids inside (`glow`, `key`) are
 * shared by all pictures: show them as images, never inline.
 */
export function productArt(product: { product_id: string; product_type: ArtType }): string {
  const { hues, motifs } = families[product.product_type];
  const random = createRandom(product.product_id);
  const motif = random.oneOf(motifs);
  const palette = createPalette(random, hues);
  const definitions = glow(random, palette) + keyLight(palette);
  const camera = cameraPosition(random);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600">' +
    `<defs>${definitions}</defs><path fill="${INK}" d="M0 0h800v600H0z"/><path fill="url(#glow)" d="M0 0h800v600H0z"/>` +
    `<g transform="${camera}">${motif(random, palette)}</g></svg>`
  );
}

function glow(random: Random, { colour }: Palette): string {
  const x = short(random.between(44, 80));
  const y = short(random.between(10, 44));
  const radius = short(random.between(72, 96));
  return (
    `<radialGradient id="glow" cx="${x}%" cy="${y}%" r="${radius}%">` +
    `<stop stop-color="${colour(random.between(24, 34), 70)}"/>` +
    `<stop offset=".45" stop-color="${colour(10, 36)}"/><stop offset="1" stop-color="${INK}"/></radialGradient>`
  );
}

function keyLight({ colour, secondHue }: Palette): string {
  return (
    '<linearGradient id="key" x1="0" y1="0" x2="1" y2="1">' +
    `<stop stop-color="${colour(78, 96)}"/><stop offset="1" stop-color="${colour(48, 92, secondHue)}"/></linearGradient>`
  );
}

/** A little nearer or farther, a little aside: two products with the same motif still frame it differently. */
function cameraPosition(random: Random): string {
  const scale = random.between(0.88, 1.08);
  const x = 400 * (1 - scale) + random.between(-24, 24);
  const y = 300 * (1 - scale) + random.between(-14, 14);
  return `matrix(${short(scale)} 0 0 ${short(scale)} ${short(x)} ${short(y)})`;
}
