import type { ReactNode } from 'react';
import type { TextPart } from '#contract/selling/listing/difference.ts';
import { t } from '#language/message.ts';

/** Lines behind one another, with what is removed struck through before what is added. */
export function WordParts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) => {
    if (part.kind === 'same') return <span key={index}>{part.text}</span>;
    const Mark = part.kind === 'removed' ? Removed : Added;
    const [bare = '', end = ''] = split(part.text);
    return (
      <span key={index}>
        <Mark>{bare}</Mark>
        {end || (parts[index + 1] && parts[index + 1]?.kind !== 'same' ? ' ' : '')}
      </span>
    );
  });
}

/** Spaces at the end are not marked: they would look like words. */
function split(text: string): [bare: string, end: string] {
  const bare = text.trimEnd();
  return bare === '' ? [text, ''] : [bare, text.slice(bare.length)];
}

export function Removed({ children }: { children: ReactNode }) {
  return (
    <del className="rounded-sm bg-danger-soft px-0.5 decoration-danger">
      <span className="sr-only">{t('removed:')} </span>
      {children}
    </del>
  );
}

export function Added({ children }: { children: ReactNode }) {
  return (
    <ins className="rounded-sm bg-success-soft px-0.5 decoration-success underline-offset-2">
      <span className="sr-only">{t('added:')} </span>
      {children}
    </ins>
  );
}
