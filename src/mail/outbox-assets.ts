import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { dark, light, type Palette } from './look.ts';

type Asset = { type: string; read: () => string | Uint8Array<ArrayBuffer> };

/** What the page loads, by the last part of its address. The shop's own files have names that change with each build. */
export const outboxAssets = new Map<string, Asset>([
  ['style.css', { type: 'text/css; charset=utf-8', read: () => `${tokens()}\n${readFileSync(sheet, 'utf8')}` }],
  ['refresh.js', { type: 'text/javascript; charset=utf-8', read: () => readFileSync(refresh, 'utf8') }],
  ['host-grotesk.woff2', font('host-grotesk')],
  ['geist-mono.woff2', font('geist-mono')],
]);

const sheet = new URL('outbox-page.css', import.meta.url);
const refresh = new URL('outbox-refresh.js', import.meta.url);

function font(name: string): Asset {
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/index.css`));
  const file = join(folder, `files/${name}-latin-wght-normal.woff2`);
  return { type: 'font/woff2', read: () => new Uint8Array(readFileSync(file)) };
}

function tokens(): string {
  const lines = (Object.keys(light) as (keyof Palette)[]).map(
    (name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`,
  );
  return `:root { color-scheme: light dark; ${lines.join(' ')} }`;
}
