import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Asset = { type: string; file: string };

/** What the pages load, by the last part of its address. The shop's own files have names that change with each build. */
const assets = new Map<string, Asset>([
  ['style.css', { type: 'text/css; charset=utf-8', file: join(import.meta.dirname, 'style.css') }],
  ['card-page.js', { type: 'text/javascript; charset=utf-8', file: join(import.meta.dirname, 'card-page.js') }],
  ['host-grotesk.woff2', { type: 'font/woff2', file: font('host-grotesk') }],
  ['geist-mono.woff2', { type: 'font/woff2', file: font('geist-mono') }],
]);

/** Null when there is no such file. */
export function readAsset(name: string): { type: string; content: Uint8Array<ArrayBuffer> } | null {
  const asset = assets.get(name);
  return asset ? { type: asset.type, content: new Uint8Array(readFileSync(asset.file)) } : null;
}

function font(name: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/index.css`));
  return join(folder, `files/${name}-latin-wght-normal.woff2`);
}
