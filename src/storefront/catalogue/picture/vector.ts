import type { Palette } from './palette.ts';
import type { Random } from './seeded-random.ts';

export type Point = readonly [x: number, y: number];

/** Draws one idea on the 800 x 600 tile and answers the SVG elements. */
export type Motif = (random: Random, palette: Palette) => string;

/** Whole pixels from 4 up, two decimals below (opacities, thin strokes): halves the size and nobody sees it. */
export function short(value: number): number {
  return Math.abs(value) < 4 ? Math.round(value * 100) / 100 : Math.round(value);
}

export function coordinates(points: readonly Point[]): string {
  return points.map(([x, y]) => `${short(x)} ${short(y)}`).join(' ');
}

export function polygon(points: readonly Point[], attributes: string): string {
  return `<path d="M${coordinates(points)}Z" ${attributes}/>`;
}

/** A closed curve that rounds every corner: the points pull, the middles between them are passed through. */
export function smoothLoop(points: readonly Point[]): string {
  const middles = points.map((point, index) => middle(point, points[(index + 1) % points.length] ?? point));
  const curves = points.map((point, index) => `Q${coordinates([point, middles[index] ?? point])}`);
  return `M${coordinates(middles.slice(-1))}${curves.join('')}Z`;
}

function middle([x1, y1]: Point, [x2, y2]: Point): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

export function onCircle(radius: number, turn: number, centre: Point = [400, 300]): Point {
  return [centre[0] + radius * Math.cos(turn * 2 * Math.PI), centre[1] + radius * Math.sin(turn * 2 * Math.PI)];
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Back to front, so that nearer parts cover farther ones. */
export function gridCells(perSide: number): (readonly [column: number, row: number])[] {
  return range(perSide).flatMap((column) => range(perSide).map((row) => [column, row] as const));
}
