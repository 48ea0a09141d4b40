// The one page of the back office. It holds nothing of anybody: everything on it comes from the API, which knows who asks.
import { createHash } from 'node:crypto';
import { type AccountsConfig, accountOrigins } from '#contract/people/accounts.ts';
import { filesOf, fontIn, type Manifest } from '#ui/build-manifest.ts';
import { themeScript } from '#ui/theme-script.ts';
import type { PageData } from './page-data.ts';

/**
 * Files of the page: `preloads` at once, `prefetches` when there is nothing else to do, so that the next screen waits for the API alone.
 * `preamble` is a script that the development server needs to run first.
 */
export type AdminAssets = {
  script: string;
  styles: string[];
  preloads: string[];
  prefetches: string[];
  font: string | null;
  preamble?: string;
};

const ENTRY = 'src/admin/entry-client.tsx';
const SCREENS = ['lists.ts', 'screens.ts', 'operations/palette/palette.tsx'].map((name) => `src/admin/${name}`);

/** From the bundler's manifest. */
export function adminAssets(manifest: Manifest): AdminAssets {
  const entry = builtFrom(manifest, ENTRY);
  for (const screens of SCREENS) builtFrom(manifest, screens);
  const script = `/${entry.file}`;
  const first = filesOf(manifest, [ENTRY]);
  return {
    script,
    // Words are drawn by scripts: a font that is asked for with them comes too late for the first screen.
    font: fontIn(manifest),
    styles: (entry.css ?? []).map((file) => `/${file}`),
    preloads: [...first].filter((file) => file !== script),
    prefetches: [...filesOf(manifest, SCREENS).difference(first)],
  };
}

function builtFrom(manifest: Manifest, module: string): Manifest[string] {
  const built = manifest[module];
  if (!built) throw new Error(`the build has no ${module}; run the build again`);
  return built;
}

export function adminDocument(data: PageData, assets: AdminAssets): string {
  // '<' never appears in the JSON, so nothing in it can end the block it stands in.
  const serialized = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#fafaf8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#07080b" media="(prefers-color-scheme: dark)">
<title>Back office</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script>${themeScript}</script>
${assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : ''}
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
${assets.prefetches.map((href) => `<link rel="prefetch" href="${href}" as="script" crossorigin>`).join('\n')}
${assets.preamble ? `<script type="module">${assets.preamble}</script>` : ''}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div id="root" class="contents"></div>
<noscript><p>The back office needs scripts. <a href="/">To the shop</a></p></noscript>
<script type="application/json" id="page-data">${serialized}</script>
</body>
</html>
`;
}

/** Its own scripts and the one above by its hash; requests go to this site and to where accounts are. */
export function adminPolicy(accounts: AccountsConfig): string {
  const hash = createHash('sha256').update(themeScript).digest('base64');
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    `connect-src ${["'self'", ...accountOrigins(accounts)].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
