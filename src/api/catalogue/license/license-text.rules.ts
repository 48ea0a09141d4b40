import { createHash } from 'node:crypto';

/** In hexadecimal, of the text in UTF-8: what an order keeps of a license. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
