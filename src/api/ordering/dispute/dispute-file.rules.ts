// Which files are taken in a dispute, by what is in them, and under which names they are handed out.
import { disputeFileMaximum, disputeFilesMaximum } from '#contract/ordering/dispute-terms.ts';

type DisputeFileType = { mediaType: string; extension: string };

/** Judged by the first bytes: names and types that somebody gives a file say nothing. Null: of another kind. */
export function typeOfFile(bytes: Uint8Array): DisputeFileType | null {
  const begins = String.fromCharCode(...bytes.subarray(0, 64));
  if (begins.startsWith('%PDF-')) return { mediaType: 'application/pdf', extension: 'pdf' };
  if (begins.startsWith('\u00ff\u00d8\u00ff')) return { mediaType: 'image/jpeg', extension: 'jpg' };
  if (begins.startsWith('\u0089PNG\r\n\u001a\n')) return { mediaType: 'image/png', extension: 'png' };
  if (begins.startsWith('RIFF') && begins.startsWith('WEBP', 8)) return { mediaType: 'image/webp', extension: 'webp' };
  if (begins.startsWith('ftyp', 4) && /avi[fs]/.test(begins.slice(8)))
    return { mediaType: 'image/avif', extension: 'avif' };
  return null;
}

const LONGEST_NAME = 80;

/** Nothing of a path, nothing that a system or a terminal obeys, and the end that its contents have. */
export function safeFileName(given: string, { extension }: DisputeFileType): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return `${stem || 'file'}.${extension}`;
}

export function fileKey(messageId: string): string {
  return `dispute/${messageId}`;
}

/** For a header: in ASCII, and whole beside it (RFC 6266). */
export function dispositionOf(name: string): string {
  const ascii = name.replace(/[^ -~]/g, '_').replace(/["\\]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

const megabytes = disputeFileMaximum / 1024 / 1024;

export const fileSentences = {
  empty: 'The file is empty. Send its bytes as the body.',
  tooLarge: `The file is larger than ${megabytes} MB. Send a smaller picture, or a part of the document.`,
  otherType: 'This is neither a picture (JPEG, PNG, WebP, AVIF) nor a PDF. Save it as one of them.',
  tooMany: `Each side can attach ${disputeFilesMaximum} files to a dispute, and yours has. Put what is missing into one PDF before you begin, or describe it.`,
};
