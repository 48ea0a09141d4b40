import type { Random } from './seeded-random.ts';

export const INK = '#08090c';
/** The brightest surface of a picture: the gradient `key` that product-art.ts defines. */
export const KEY = 'url(#key)';

export type Palette = {
  hue: number;
  secondHue: number;
  /** Lightness and saturation in percent; the picture's own hue unless another is given. */
  colour(lightness: number, saturation?: number, hue?: number): string;
  /** The hue at a share (0 to 1) of the way from the first hue to the second. */
  hueAt(share: number): number;
};

/** Two related hues of a category's family: the second lies near the family's other end. */
export function createPalette(random: Random, [low, high]: readonly [number, number]): Palette {
  const hue = random.between(low, high);
  const inUpperHalf = hue - low > (high - low) / 2;
  const secondHue = inUpperHalf ? random.between(low - 12, low + 8) : random.between(high - 8, high + 12);
  return {
    hue,
    secondHue,
    colour: (lightness, saturation = 88, ownHue = hue) => hex(ownHue, saturation, lightness),
    hueAt: (share) => hue + (secondHue - hue) * share,
  };
}

/** Hex, because it is half as long as `hsl()` and some SVG renderers know no `hsl()`. */
function hex(hue: number, saturation: number, lightness: number): string {
  const light = Math.min(lightness, 100) / 100;
  const reach = (Math.min(saturation, 100) / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const position = (offset + (hue + 360) / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
