import { Hono } from 'hono';
import type { Brand } from '../message/brand.ts';
import { parseMail } from '../message/parsed-mail.ts';
import { listOutboxFiles, readOutboxFile } from '../transport/outbox-files.ts';
import type { OutboxEnv } from './outbox-gate.ts';
import { type Entry, listPage, messagePage } from './outbox-page.ts';

/** More would make the page slow. */
const MOST_SHOWN = 50;

/** A message may hold what a stranger has written: no scripts, nothing loaded, no forms, and an origin of its own. */
const bodyPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** The messages in the files of `folder`. */
export function messageRoutes(folder: string, brand: Brand): Hono<OutboxEnv> {
  const app = new Hono<OutboxEnv>();

  app.get('/outbox', async (c) => {
    const names = await listOutboxFiles(folder);
    const entries = await Promise.all(names.slice(0, MOST_SHOWN).map((name) => readEntry(folder, name)));
    const found = entries.filter((entry) => entry !== null);
    return c.html(listPage(brand, found, names.length));
  });

  app.get('/outbox/newest', async (c) => c.text((await listOutboxFiles(folder))[0] ?? ''));

  app.get('/outbox/:name', async (c) => {
    const entry = await readEntry(folder, c.req.param('name'));
    return entry ? c.html(messagePage(brand, entry)) : c.notFound();
  });

  app.get('/outbox/:name/body', async (c) => {
    const entry = await readEntry(folder, c.req.param('name'));
    return entry ? c.html(entry.mail.html, 200, { 'content-security-policy': bodyPolicy }) : c.notFound();
  });

  app.get('/outbox/:name/message.eml', async (c) => {
    const name = c.req.param('name');
    const bytes = await readOutboxFile(folder, name);
    if (!bytes) return c.notFound();
    return c.body(bytes, 200, {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${name}.eml"`,
    });
  });

  app.get('/outbox/:name/attachment/:number', async (c) => {
    const entry = await readEntry(folder, c.req.param('name'));
    const attachment = entry?.mail.attachments[Number(c.req.param('number'))];
    if (!attachment) return c.notFound();
    const { filename, type, content } = attachment;
    // Only what a browser shows without running anything of it opens at once.
    const opens = type === 'application/pdf';
    return c.body(content, 200, {
      'content-type': opens ? type : 'application/octet-stream',
      'content-disposition': `${opens ? 'inline' : 'attachment'}; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    });
  });

  return app;
}

async function readEntry(folder: string, name: string): Promise<Entry | null> {
  const bytes = await readOutboxFile(folder, name);
  return bytes && { name, mail: await parseMail(bytes) };
}
