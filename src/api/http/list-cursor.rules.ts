// Where a page of a list ends that is told newest first: the next one begins after it, whatever was added meanwhile.
import { z } from 'zod';

/** `micros`: microseconds since 1970, as digits; `id`: of the last one told, among those of the same moment. */
export type ListCursor = { micros: string; id: string };

const cursorSchema = z.tuple([z.string().regex(/^\d{1,16}$/), z.string().max(200)]);

export function writeListCursor({ micros, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([micros, id])).toString('base64url');
}

/** Null when the text is no cursor of ours. */
export function readListCursor(text: string): ListCursor | null {
  try {
    const [micros, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return id.includes('\0') || !id.isWellFormed() ? null : { micros, id };
  } catch {
    return null;
  }
}
