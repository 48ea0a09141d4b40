// The page of a browser where the shop cannot answer with one of its own: in its look, and without any other file, as there is no
// room to serve one.

/** The few of the shop's tokens (ui/tokens.css) that are needed. */
const tokens = {
  canvas: 'light-dark(#fafaf8, #07080b)',
  ink: 'light-dark(#0c0d10, #f5f5f3)',
  'ink-2': 'light-dark(#494a52, #b6b9c1)',
  'ink-3': 'light-dark(#65666e, #8e929c)',
  accent: 'light-dark(#d2430b, #ff6b2c)',
  primary: 'light-dark(#0c0d10, #f5f5f3)',
  'on-primary': 'light-dark(#ffffff, #0c0d10)',
  focus: 'light-dark(#1b58c4, #7fb0ff)',
};

export const browserPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

/** True where a browser opens this as a page: its scripts, and programs, ask for anything. */
export function isForBrowser(accept: string | null | undefined): boolean {
  return accept?.includes('text/html') === true;
}

/**
 * `again`: in how many seconds the same address may be opened again, which the page does by itself. Null: not at all, or not without
 * what was sent along.
 */
export function browserPage(page: { title: string; message: string; again: number | null; requestId: string }): string {
  const { title, again } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${again === null ? '' : `<meta http-equiv="refresh" content="${again + 1}">\n`}<title>${title}</title>
<style>
:root { color-scheme: light dark; ${Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')} }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--canvas); color: var(--ink); font: 1rem/1.5 "Host Grotesk", system-ui, sans-serif }
header { padding: 1.25rem 1.5rem }
a { color: inherit }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px }
header a { display: inline-flex; align-items: center; gap: .625rem; font-weight: 640; letter-spacing: -.03em; text-decoration: none }
main { flex: 1; display: grid; place-content: center; padding: 2rem 1.5rem 6rem; text-align: center; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 2.25rem; line-height: 1.15; letter-spacing: -.03em; font-weight: 640 }
p { margin: 1rem auto 0; max-width: 36rem; font-size: 1.125rem; color: var(--ink-2) }
.button { display: inline-block; padding: .7rem 1.25rem; border-radius: .625rem; background: var(--primary); color: var(--on-primary); font-size: 1rem; font-weight: 560; text-decoration: none }
.id { font: .75rem ui-monospace, monospace; color: var(--ink-3) }
</style>
</head>
<body>
<header><a href="/"><svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true"><path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="currentColor"/><circle cx="11" cy="17" r="2.2" fill="var(--accent)"/></svg>To the shop</a></header>
<main>
<h1>${title}</h1>
<p>${escaped(page.message)}${again === null ? '' : ` This page opens by itself in ${again + 1} seconds.`}</p>
${again === null ? '' : '<p><a class="button" href="">Try again</a></p>\n'}<p class="id">Request ${escaped(page.requestId)}</p>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
