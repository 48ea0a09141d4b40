import { randomId } from './random-id.ts';

const COOKIE = 'XSRF-TOKEN';

/** The header in which a request that changes something repeats the anti-forgery cookie. */
export const antiForgeryHeader = 'x-xsrf-token';

/** The value of a cookie in a text such as `document.cookie`; null without one. */
export function readCookie(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(';')) {
    const [key, ...value] = cookie.trim().split('=');
    if (key === name && value.join('=')) return decoded(value.join('='));
  }
  return null;
}

/** The anti-forgery token of this browser; made where there is none yet. Another site can neither read nor set it. */
export function antiForgeryToken(): string {
  const known = readCookie(document.cookie, COOKIE);
  if (known) return known;
  const made = randomId();
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the page is not on https
  document.cookie = `${COOKIE}=${made}; Path=/; SameSite=Strict${secure}`;
  return made;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
