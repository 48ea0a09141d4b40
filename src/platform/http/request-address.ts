// One reading of a request's address. What limits requests, what routes them and what caches their answers must never
// disagree about where one leads: the door reads the address once, and everything behind it is given that.

/** Without escapes in its path, and of signs that the URL standard leaves as they are. */
const plain = /^\/[\w\-.~!$&'()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/;
const dotSegment = /\/\.\.?(?:[/?]|$)/;
/** Letters, digits, '-', '.', '_' and '~' mean the same with and without escaping (RFC 3986, 6.2.2.2). */
const needlessEscape = /%(2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The path and query of a request's target, such as '/products?x=1' of '/a/../%70roducts?x=1': dot segments resolved,
 * needless escapes of the path taken back, host and fragment gone. Null for what is no address within a site.
 */
export function readAddress(target: string): string | null {
  if (plain.test(target) && !dotSegment.test(target)) return target;
  const whole = /^https?:\/\//i.test(target) ? target : target.startsWith('/') ? `http://site${target}` : null;
  if (whole === null) return null;
  const queryAt = whole.search(/[?#]/);
  const path = queryAt < 0 ? whole : whole.slice(0, queryAt);
  // Some programs take it for a slash, others for a letter.
  if (path.includes('\\')) return null;
  const unescaped = path.replace(needlessEscape, (signs) => decodeURIComponent(signs));
  if (!URL.canParse(unescaped)) return null;
  const { pathname, search } = new URL(queryAt < 0 ? unescaped : unescaped + whole.slice(queryAt));
  return pathname + search;
}

/** The path of an address that `readAddress` has given, or of a whole one. */
export function pathOf(address: string): string {
  const pathAt = address.startsWith('/') ? 0 : address.indexOf('/', address.indexOf('//') + 2);
  if (pathAt < 0) return '/';
  const end = address.slice(pathAt).search(/[?#]/);
  return end < 0 ? address.slice(pathAt) : address.slice(pathAt, pathAt + end);
}
