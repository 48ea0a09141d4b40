/**
 * Where to go after signing in: the address that was asked for, if it is one of this site, else the home page. Only
 * what begins with a single slash is believed, so that no link to the login can lead to another site; and not the
 * account screens themselves, which would send a signed-in user on at once.
 */
export function safeReturnUrl(given: string | null): string {
  if (!given || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return '/';
  // Read as the browser will: dots in a path can still turn it into something else.
  const { pathname, search, hash } = new URL(given, 'http://shop.invalid');
  if (pathname.startsWith('//') || /^\/account(\/|$)/i.test(pathname)) return '/';
  return pathname + search + hash;
}
