// The part of a file that a request asks for, by RFC 9110: its conditions (section 13), its range (14.2). Pure.

/** The bytes to be sent, from 0, the last one included; `none` has no byte: a file may be empty. */
export type Asked =
  | { status: 200 | 206; first: number; last: number }
  | { status: 304 | 412 }
  /** Nothing of the file is where the range points. */
  | { status: 416 };

type FileFacts = {
  size: number;
  /** With its quotes; strong: the same bytes, or another tag. */
  etag: string;
  changedAt: Date | null;
};

type Asking = { method: string; headers: Headers };

/** In the order of section 13.2.2. Several ranges at once are answered with the whole, as 14.2 allows. */
export function readFileRequest({ method, headers }: Asking, file: FileFacts): Asked {
  const fault = failedCondition(headers, file);
  if (fault) return { status: fault };
  const whole = { status: 200, first: 0, last: file.size - 1 } as const;
  const range = headers.get('range');
  // For a HEAD it means nothing.
  if (range === null || method !== 'GET' || !isRangeOfThis(headers.get('if-range'), file)) return whole;
  return readRange(range, file.size) ?? whole;
}

/**
 * The bytes of a single range, as far as there are any. Null where there is nothing to heed: another unit, several ranges, or what
 * is no range.
 */
export function readRange(text: string, size: number): Exclude<Asked, { status: 304 | 412 }> | null {
  const [, from = '', to = ''] = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(\d*)$/i.exec(text.trim()) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    if (Number(to) === 0) return { status: 416 };
    // The end of what is empty is all of it.
    return length === 0 ? null : { status: 206, first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return null;
  if (first >= size) return { status: 416 };
  return { status: 206, first, last: Math.min(last, size - 1) };
}

function failedCondition(headers: Headers, { etag, changedAt }: FileFacts): 304 | 412 | null {
  const changed = changedAt && Math.floor(changedAt.getTime() / 1_000) * 1_000;
  const ifMatch = headers.get('if-match');
  const unmodifiedSince = dateOf(headers.get('if-unmodified-since'));
  if (ifMatch !== null ? !matches(ifMatch, etag, 'strongly') : isLater(changed, unmodifiedSince)) return 412;
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) return matches(ifNoneMatch, etag, 'weakly') ? 304 : null;
  const modifiedSince = dateOf(headers.get('if-modified-since'));
  return modifiedSince !== null && changed !== null && changed <= modifiedSince ? 304 : null;
}

/** True if the range is of this file; readers of another get the whole. */
function isRangeOfThis(ifRange: string | null, { etag, changedAt }: FileFacts): boolean {
  if (ifRange === null) return true;
  const given = ifRange.trim();
  if (given.includes('"')) return given === etag;
  return changedAt !== null && dateOf(given) === Math.floor(changedAt.getTime() / 1_000) * 1_000;
}

function matches(list: string, etag: string, how: 'strongly' | 'weakly'): boolean {
  if (list.trim() === '*') return true;
  return list.split(',').some((given) => (how === 'weakly' ? given.trim().replace(/^W\//, '') : given.trim()) === etag);
}

function isLater(changed: number | null, than: number | null): boolean {
  return changed !== null && than !== null && changed > than;
}

/** Null for what is no date: such a field is not heeded. */
function dateOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** An `attachment` under its name: in plain letters for what knows no others, and as it is (RFC 6266, RFC 8187). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1).toWellFormed() || 'file';
  const plain = last.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  if (plain === last) return `${kind}; filename="${plain}"`;
  const encoded = encodeURIComponent(last).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Types that no page can make anything run of. Everything else is sent as bytes: a script that a seller uploads would otherwise be a
 * script from the shop's own address, which the pages' policy lets in.
 */
const harmless = new Set([
  'application/gzip',
  'application/json',
  'application/jsonl',
  'application/pdf',
  'application/vnd.apache.parquet',
  'application/x-ndjson',
  'application/x-tar',
  'application/zip',
  'audio/flac',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
  'text/markdown',
  'text/plain',
  'text/tab-separated-values',
  'video/mp4',
  'video/webm',
]);

export function sentMediaType(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';');
  const plain = type.trim();
  if (!harmless.has(plain)) return 'application/octet-stream';
  return plain.startsWith('text/') ? `${plain}; charset=utf-8` : plain;
}
