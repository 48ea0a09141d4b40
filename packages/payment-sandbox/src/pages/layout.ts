import { html } from 'hono/html';
import type { Sandbox } from '../sandbox.ts';

export type Html = ReturnType<typeof html>;

/** A page of the sandbox: in the shop's look, and saying what it is. `hint`: what to use in place of what is real. */
export function layout({ shopName, origin }: Sandbox, title: string, content: Html, hint = 'Use a test card.'): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} - ${shopName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/pay/assets/host-grotesk.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/pay/assets/style.css">
<script src="/pay/assets/card-page.js"></script>
</head>
<body>
<aside class="sandbox" aria-label="Sandbox"><p><strong>Sandbox: no money moves.</strong> ${hint}</p></aside>
<header><a class="brand" href="${origin}/"><svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true"><path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="currentColor"/><circle class="ember" cx="11" cy="17" r="2.2"/></svg>${shopName}</a></header>
${content}
</body>
</html>
`;
}

/** A page that only says how things stand, and leads back. */
export function notice(
  sandbox: Sandbox,
  page: { title: string; sentences: string[]; back: { label: string; href: string } },
): Html {
  return layout(
    sandbox,
    page.title,
    html`<main class="narrow">
<h1>${page.title}</h1>
${page.sentences.map((sentence) => html`<p class="lead">${sentence}</p>`)}
<p class="actions"><a class="button primary" href="${page.back.href}">${page.back.label}</a></p>
</main>`,
  );
}
