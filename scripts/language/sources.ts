import { globSync } from 'node:fs';

/** Rooms whose words a reader may have in another language. */
const rooms = ['ui', 'client', 'product-form', 'storefront'];

/** Sources whose texts are messages, as paths from `root`. */
export function sourcesWithMessages(root: string): string[] {
  return globSync(`src/{${rooms.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => /\.(?:test|browser)\.tsx?$|\.d\.ts$/.test(name),
  }).toSorted();
}
