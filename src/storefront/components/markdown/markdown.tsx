import { late } from '#ui/late.tsx';

/** Markdown as elements. A page from the server has the text drawn: a browser loads what reads it after the page can be used. */
export const Markdown = late(async () => (await import('./markdown-text.tsx')).MarkdownText);

if (import.meta.env.SSR) await Markdown.preload();

/** To be awaited by whoever goes to a screen with one. Where it cannot be fetched now, the text comes when it can. */
export async function withMarkdown<Data>(loading: Promise<Data>): Promise<Data> {
  const [data] = await Promise.all([loading, Markdown.preload().catch(() => undefined)]);
  return data;
}
