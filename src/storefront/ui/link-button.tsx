import type { AnchorHTMLAttributes, KeyboardEvent } from 'react';
import { Link } from 'react-router';

/**
 * A link that looks and is announced as a button; as a button it also acts on the space bar. It stays a link
 * underneath, so that it works without scripts and can be opened in a new tab.
 */
export function LinkButton({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const shared = { ...rest, role: 'button', onKeyDown: clickOnSpace };
  return href.startsWith('/') ? (
    <Link {...shared} to={href} />
  ) : (
    <a {...shared} href={href} target="_blank" rel="noopener noreferrer" />
  );
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
