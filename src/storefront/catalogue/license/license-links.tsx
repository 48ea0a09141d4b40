import { Fragment } from 'react';
import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import { licensePath } from './license-path.ts';

/** An expression whose licenses are links to their texts: to those that were accepted, where `accepted` has them. */
export function LicenseLinks({
  expression,
  accepted = [],
}: {
  expression: string;
  accepted?: readonly AcceptedLicense[];
}) {
  const words = expression.split(/([()\s]+)/);
  return words.map((word, index) => {
    // Exceptions follow WITH and have no page.
    const isLicense = /\w/.test(word) && !/^(?:AND|OR|WITH)$/.test(word) && words[index - 2] !== 'WITH';
    if (!isLicense) return <Fragment key={index}>{word}</Fragment>;
    const id = word.replace(/\+$/, '');
    const sha256 = accepted.find(({ license_id }) => license_id === id)?.sha256 ?? null;
    return (
      <a key={index} href={licensePath(id, sha256)} className="text-link">
        {word.replace(/^LicenseRef-/, '').replaceAll('-', word.startsWith('LicenseRef-') ? ' ' : '-')}
      </a>
    );
  });
}
