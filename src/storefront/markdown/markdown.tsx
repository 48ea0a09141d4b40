import { useState } from 'react';
import { late } from '#ui/loading/late.tsx';
import { useHydrated } from '#ui/loading/use-hydrated.ts';
import type { MarkdownProps } from './markdown-text.tsx';
import { prose } from './prose.ts';

const LateText = late(
  async () => (await import('./markdown-text.tsx')).MarkdownText,
  // As it was written: whoever decides about a product reads its description also where that script cannot be had.
  ({ text }: MarkdownProps) => (
    <p className="max-w-[68ch] whitespace-pre-line" dir="auto">
      {text}
    </p>
  ),
);

const ServerText = import.meta.env.SSR ? (await import('./markdown-text.tsx')).MarkdownText : null;

/**
 * Markdown as elements. Nothing in it waits for a click, so what the server has drawn stays as it is: a browser loads what reads
 * Markdown where it comes to a text that no server has drawn.
 */
export function Markdown(props: MarkdownProps) {
  const isFirstPage = !useHydrated();
  const [served, setServed] = useState(isFirstPage ? props.text : null);
  if (ServerText) return <ServerText {...props} />;
  // Gone for good: an element that comes back would come back empty.
  if (served !== null && served !== props.text) setServed(null);
  if (served !== props.text) return <LateText {...props} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves the elements that are there, and sets nothing
  return <div {...prose} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

/** To be awaited by whoever goes to a screen with one. Where it cannot be fetched now, the text is shown as it was written. */
export async function withMarkdown<Data>(loading: Promise<Data>): Promise<Data> {
  const [data] = await Promise.all([loading, LateText.preload().catch(() => undefined)]);
  return data;
}
