import { lazy, Suspense } from 'react';
import type { MarkdownProps } from './markdown-text.tsx';

// A page from the server has the text drawn: a browser loads what reads Markdown after the page can be used.
const MarkdownText = import.meta.env.SSR
  ? (await import('./markdown-text.tsx')).MarkdownText
  : lazy(async () => ({ default: (await import('./markdown-text.tsx')).MarkdownText }));

/** Markdown as elements. Until a browser can read it, on the way from another page, it is shown as it was written. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <p className="max-w-[68ch] whitespace-pre-line" dir="auto">
          {props.text}
        </p>
      }
    >
      <MarkdownText {...props} />
    </Suspense>
  );
}
