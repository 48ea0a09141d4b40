import { type Point, polygon, short } from './vector.ts';

const CENTRE_X = 400;
const CENTRE_Y = 320;

/** x runs to the lower right, y to the lower left, z up; draw what has the smaller x + y first. */
export function project(x: number, y: number, z: number): Point {
  return [CENTRE_X + (x - y) * 0.866, CENTRE_Y + (x + y) * 0.5 - z];
}

/** Lays flat what is drawn inside: its own x and y then run along the isometric ones. */
export function layFlat(x: number, y: number, z: number, drawing: string): string {
  const [left, top] = project(x, y, z);
  return `<g transform="matrix(.866 .5 -.866 .5 ${Math.round(left)} ${Math.round(top)})">${drawing}</g>`;
}

type Plate = { x: number; y: number; z: number; width: number; depth: number };

export function plate({ x, y, z, width, depth }: Plate, attributes: string): string {
  const corners = [
    project(x, y, z),
    project(x + width, y, z),
    project(x + width, y + depth, z),
    project(x, y + depth, z),
  ];
  return polygon(corners, attributes);
}

/** An upright sheet that faces the lower right, where the light comes from. */
export function wall(
  { x, y, z, depth, height }: Omit<Plate, 'width'> & { height: number },
  attributes: string,
): string {
  const corners = [
    project(x, y, z),
    project(x, y + depth, z),
    project(x, y + depth, z + height),
    project(x, y, z + height),
  ];
  return polygon(corners, attributes);
}

/** Its twin that faces the lower left, in the shade. */
function shadedWall({ x, y, z, width, height }: Omit<Plate, 'depth'> & { height: number }, attributes: string): string {
  const corners = [
    project(x, y, z),
    project(x + width, y, z),
    project(x + width, y, z + height),
    project(x, y, z + height),
  ];
  return polygon(corners, attributes);
}

type Block = Plate & { height: number };

/** Fills of the three visible faces, and attributes that only the top gets (its hairline edge). */
type Faces = { top: string; left: string; right: string; edge?: string };

export function block(box: Block, { top, left, right, edge = '' }: Faces): string {
  return (
    shadedWall({ ...box, y: box.y + box.depth }, `fill="${left}"`) +
    wall({ ...box, x: box.x + box.width }, `fill="${right}"`) +
    plate({ ...box, z: box.z + box.height }, `fill="${top}"${edge && ` ${edge}`}`)
  );
}

/** A block's place when it stands in the middle of a point. */
export function centredAt(x: number, y: number, half: number, halfDepth = half) {
  return { x: x - half, y: y - halfDepth, width: 2 * half, depth: 2 * halfDepth };
}

type Cylinder = { x: number; y: number; z: number; radius: number; height: number };

export function cylinder(
  { x, y, z, radius, height }: Cylinder,
  { top, side, edge }: { top: string; side: string; edge: string },
): string {
  const [centre, foot] = project(x, y, z);
  const [cx, rx, ry] = [short(centre), short(radius * Math.SQRT2 * 0.866), short(radius * Math.SQRT2 * 0.5)];
  const lid = short(foot - height);
  return (
    `<path d="M${cx - rx} ${short(foot)}a${rx} ${ry} 0 0 0 ${2 * rx} 0V${lid}H${cx - rx}Z" fill="${side}"/>` +
    `<ellipse cx="${cx}" cy="${lid}" rx="${rx}" ry="${ry}" fill="${top}" ${edge}/>`
  );
}
