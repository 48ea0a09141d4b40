import { type ReactNode, useState } from 'react';
import { t } from '#language/message.ts';
import { ActionButton } from './form/action-button.tsx';

/** Puts a text on the clipboard and says so. Not there where the browser has no clipboard for the page: without TLS. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [copied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;

  async function copy() {
    setCopied(false);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return t('The browser did not allow it: mark the text and copy it.');
    }
    setCopied(true);
    return undefined;
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <ActionButton action={copy}>{children}</ActionButton>
      <span role="status" className="text-sm text-success">
        {copied && t('Copied')}
      </span>
    </div>
  );
}
