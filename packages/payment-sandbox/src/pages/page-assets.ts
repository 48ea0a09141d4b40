import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colorTokens, fontFile } from '#platform';

type Asset = { type: string; file: string; before?: () => string };

/** Files that the pages load, by the last part of their address. */
const assets = new Map<string, Asset>([
  ['style.css', { type: 'text/css; charset=utf-8', file: join(import.meta.dirname, 'style.css'), before: colorTokens }],
  ['card-page.js', { type: 'text/javascript; charset=utf-8', file: join(import.meta.dirname, 'card/card-page.js') }],
  ['host-grotesk.woff2', { type: 'font/woff2', file: fontFile('host-grotesk') }],
  ['geist-mono.woff2', { type: 'font/woff2', file: fontFile('geist-mono') }],
]);

/** Null when there is no such file. */
export function readAsset(name: string): { type: string; content: Uint8Array<ArrayBuffer> } | null {
  const asset = assets.get(name);
  if (!asset) return null;
  const content = readFileSync(asset.file);
  return {
    type: asset.type,
    content: new Uint8Array(asset.before ? Buffer.concat([Buffer.from(asset.before()), content]) : content),
  };
}
