import { readFileSync } from 'node:fs';
import { colorTokens, fontFile } from '#platform/look.ts';

type Asset = { type: string; read: () => string | Uint8Array<ArrayBuffer> };

/** Assets that the page loads, by the last part of their address. */
export const outboxAssets = new Map<string, Asset>([
  ['style.css', { type: 'text/css; charset=utf-8', read: () => colorTokens() + readFileSync(sheet, 'utf8') }],
  ['refresh.js', { type: 'text/javascript; charset=utf-8', read: () => readFileSync(refresh, 'utf8') }],
  ['host-grotesk.woff2', font('host-grotesk')],
  ['geist-mono.woff2', font('geist-mono')],
]);

const sheet = new URL('outbox-page.css', import.meta.url);
const refresh = new URL('outbox-refresh.js', import.meta.url);

function font(name: 'host-grotesk' | 'geist-mono'): Asset {
  return { type: 'font/woff2', read: () => new Uint8Array(readFileSync(fontFile(name))) };
}
