import type { IncomingHttpHeaders } from 'node:http';
import type { DoorRefusal } from './door/door-refusal.ts';

/** The most characters that what stands before a body may have, as it is sent. */
export type RequestLengths = {
  path: number;
  query: number;
  /** Value of any header, its lines together. */
  header: number;
  /** By its name in small letters, where it is another length than that. */
  headers: Readonly<Record<string, number>>;
};

/** Null: nothing is too long. `url` is the target as it was sent. */
export function findTooLong(
  { url = '', headers }: { url?: string | undefined; headers: IncomingHttpHeaders },
  lengths: RequestLengths,
): DoorRefusal | null {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url.length : queryAt;
  if (path > lengths.path) return { status: 414, message: tooLong('The path of the address', path, lengths.path) };
  if (url.length - path > lengths.query)
    return { status: 414, message: tooLong('The query of the address', url.length - path, lengths.query) };
  for (const name in headers) {
    const most = lengths.headers[name] ?? lengths.header;
    const { length } = String(headers[name]);
    // Its name is as long as its sender likes.
    if (length > most) return { status: 431, message: tooLong(`The header ${name.slice(0, 40)}`, length, most) };
  }
  return null;
}

function tooLong(what: string, length: number, most: number): string {
  return `${what} has ${length} characters. It may have ${most}.`;
}
