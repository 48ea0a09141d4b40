import { html } from 'hono/html';
import type { Brand } from '../message/brand.ts';
import type { ParsedMail } from '../message/parsed-mail.ts';

type Html = ReturnType<typeof html>;
export type Entry = { name: string; mail: ParsedMail };

/** The messages, newest first; `total` counts those that are not shown as well. */
export function listPage(brand: Brand, entries: Entry[], total: number): Html {
  return page(
    brand,
    { title: 'Outbox', more: refreshing(entries[0]) },
    html`<h1>Outbox</h1>
<p class="lead">What ${brand.name} would have sent by e-mail, newest first. New messages appear by themselves.</p>
${trialNotice()}
${entries.length > 0 ? html`<ol class="messages">${entries.map(entryOf)}</ol>` : empty()}
${total > entries.length && html`<p class="small">The ${entries.length} latest of ${total} messages. All of them are files in the folder <code>outbox</code> of the data directory.</p>`}`,
  );
}

/** One message: as a mail program shows it, as plain text, and as a file. */
export function messagePage(brand: Brand, { name, mail }: Entry): Html {
  return page(
    brand,
    { title: mail.subject },
    html`<p><a class="back" href="/outbox">Outbox</a></p>
<h1 class="subject">${mail.subject}</h1>
<dl class="headers">
<dt>To</dt><dd>${mail.to}</dd>
<dt>From</dt><dd>${mail.from}</dd>
${
  mail.replyTo &&
  html`<dt>Reply-To</dt><dd>${mail.replyTo}</dd>
`
}<dt>Date</dt><dd>${time(mail.date)}</dd>
<dt>Message-ID</dt><dd>${mail.messageId}</dd>
</dl>
${attachmentsOf(name, mail)}<iframe src="/outbox/${name}/body" title="The message as a mail program shows it" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Plain text</h2>
<pre>${mail.text.trimEnd()}</pre>
<p><a class="download" href="/outbox/${name}/message.eml">Download the message</a></p>
${trialNotice()}`,
  );
}

export function missingPage(brand: Brand): Html {
  return page(
    brand,
    { title: 'No such message' },
    html`<h1>No such message</h1>
<p class="lead">There is no message at this address.</p>
<p><a class="back" href="/outbox">Outbox</a></p>`,
  );
}

/** For who comes without the key, or with that of another shop: it says nothing of what there is. */
export function closedPage(brand: Brand): Html {
  return page(
    brand,
    { title: 'Outbox' },
    html`<h1>This page is closed</h1>
<p class="lead">Open it with the address that the shop printed when it started: it ends with a key.</p>`,
  );
}

function refreshing(newest: Entry | undefined): Html {
  return html`<script src="/outbox/refresh.js" data-newest="${newest?.name ?? ''}"></script>
<noscript><meta http-equiv="refresh" content="5"></noscript>
`;
}

function entryOf({ name, mail }: Entry): Html {
  return html`<li>
<div class="about">
<h2><a href="/outbox/${name}">${mail.subject}</a></h2>
<p class="meta">To <strong>${mail.to}</strong><br>${time(mail.date)}</p>
<p class="excerpt">${mail.excerpt}</p>
</div>
${mail.attachments.length > 0 && html`<span class="attached">${mail.attachments.map(({ filename }) => filename).join(', ')}</span>`}
${mail.code && html`<code class="code">${mail.code}</code>`}
</li>
`;
}

/** With name and size, as a mail program has them. */
function attachmentsOf(name: string, { attachments }: ParsedMail): Html | '' {
  if (attachments.length === 0) return '';
  return html`<ul class="attachments" aria-label="Attachments">${attachments.map(
    ({ filename, content }, index) =>
      html`<li><a href="/outbox/${name}/attachment/${index}" target="_blank">${filename}<span>${size(content.length)}</span></a></li>`,
  )}</ul>
`;
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function empty(): Html {
  return html`<div class="empty">
<p><strong>Nothing has been sent yet.</strong></p>
<p>As soon as the shop has a message for somebody, such as a code that confirms an address, it stands here.</p>
</div>`;
}

function trialNotice(): Html {
  return html`<p class="notice"><strong>Trial installation only.</strong> This page exists because no mail server is set: with <code>SMTP_URL</code> messages are sent, and nobody can read them here.</p>`;
}

function time(date: Date): Html {
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
  return html`<time datetime="${date.toISOString()}">${shown}</time>`;
}

function page(brand: Brand, head: { title: string; more?: Html }, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${head.title} - ${brand.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/outbox/style.css">
${head.more}</head>
<body>
<header><a href="/"><svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true"><path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="currentColor"/><circle class="ember" cx="11" cy="17" r="2.2"/></svg>${brand.name}</a></header>
<main>
${content}
</main>
</body>
</html>
`;
}
