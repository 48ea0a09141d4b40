import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/message.ts';

/** Puts a text on the clipboard. Not there where the browser has none for the page: the text itself can be marked. */
export function CopyIcon({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  if (!navigator.clipboard) return null;

  async function copy() {
    setOutcome(null);
    await navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  }

  return (
    <>
      <button
        type="button"
        className={`icon-btn !h-8 !w-8 pointer-coarse:!h-10 pointer-coarse:!w-10 ${className}`}
        aria-label={label}
        onClick={copy}
      >
        {outcome === 'copied' ? (
          <Check size={15} strokeWidth={1.8} aria-hidden className="text-success" />
        ) : (
          <Copy size={15} strokeWidth={1.7} aria-hidden />
        )}
      </button>
      <span role="status" className="sr-only">
        {outcome &&
          (outcome === 'copied' ? t('Copied') : t('The browser did not allow it: mark the text and copy it.'))}
      </span>
    </>
  );
}
