import { late } from '#ui/loading/late.tsx';
import type { MarkdownProps } from './markdown-text.tsx';

/** Markdown as elements. A page from the server has the text drawn: a browser loads what reads it after the page can be used. */
export const Markdown = late(
  async () => (await import('./markdown-text.tsx')).MarkdownText,
  // As it was written: whoever decides about a product reads its description also where that script cannot be had.
  ({ text }: MarkdownProps) => (
    <p className="max-w-[68ch] whitespace-pre-line" dir="auto">
      {text}
    </p>
  ),
);

if (import.meta.env.SSR) await Markdown.preload();

/** To be awaited by whoever goes to a screen with one. Where it cannot be fetched now, the text is shown as it was written. */
export async function withMarkdown<Data>(loading: Promise<Data>): Promise<Data> {
  const [data] = await Promise.all([loading, Markdown.preload().catch(() => undefined)]);
  return data;
}
