import type { AnchorHTMLAttributes, KeyboardEvent } from 'react';

/**
 * A link that looks and is announced as a button; as a button it also acts on the space bar. It stays a link
 * underneath, so that it works without scripts and can be opened in a new tab. Other sites open in a new tab.
 */
export function LinkButton({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const elsewhere = href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  // biome-ignore lint/a11y/useSemanticElements: a button that is a link, so that it also works without scripts
  return <a {...elsewhere} {...rest} href={href} role="button" onKeyDown={clickOnSpace} />;
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
