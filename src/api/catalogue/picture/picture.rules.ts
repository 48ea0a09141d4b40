// Which files are taken as pictures, by what is in them, and what is said of the others.
import { largestPicture, type StoredPicture } from '#contract/catalogue/picture.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** As a camera of 50 megapixels takes them: 8192 x 6144. */
const CAMERA = 50_331_648;
/** AVIF takes some 20 bytes of memory for a pixel while it is read, which a file of a few kilobytes may ask for: 6144 x 4096. */
export const mostPixels: Record<PictureFormat, number> = {
  jpeg: CAMERA,
  png: CAMERA,
  webp: CAMERA,
  avif: CAMERA / 2,
};

/** Why a picture is not taken. */
export type PictureFault =
  | 'empty'
  | 'too large'
  | 'svg'
  | 'gif'
  | 'heic'
  | 'other'
  | 'broken'
  | 'too many pixels'
  | 'too slow'
  /** Others of the shop, or of the account in its other shops, are drawn first. */
  | 'busy';

/** The shop that sends a picture, and the account that does it there. */
export type PictureSender = { sellerId: string; accountId: string };

/** Draws a picture anew and keeps it. `sender`: null: the staff. */
export type SavePicture = (
  sender: PictureSender | null,
  bytes: Uint8Array,
) => Promise<{ ok: true; picture: StoredPicture } | { ok: false; fault: PictureFault }>;

/** Judged by the first bytes: names and types that somebody gives a file say nothing. */
export function formatOf(bytes: Uint8Array): PictureFormat | PictureFault {
  const [a, b, c, d] = bytes;
  if (bytes.length === 0) return 'empty';
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'jpeg';
  const begins = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).toString('latin1');
  if (a === 0x89 && begins.startsWith('PNG\r\n\x1a\n', 1) && d === 0x47) return 'png';
  if (begins.startsWith('RIFF') && begins.startsWith('WEBP', 8)) return 'webp';
  if (begins.startsWith('ftyp', 4)) return formatOfBrands(begins);
  if (begins.startsWith('GIF8')) return 'gif';
  return /<svg[\s>]/i.test(begins) ? 'svg' : 'other';
}

/** The brands of a file of ISO boxes stand behind each other in its first box. */
function formatOfBrands(begins: string): PictureFormat | PictureFault {
  const brands = begins.slice(8, 64);
  if (/avi[fs]/.test(brands)) return 'avif';
  return /hei[cfmsx]|hev[cmsx]|mif1|msf1/.test(brands) ? 'heic' : 'other';
}

/** After which a picture that found the line full may come again. */
export const busySeconds = 5;

const megabytes = largestPicture / 1024 / 1024;
const use = 'Use JPEG, PNG, WebP or AVIF; every photo program can save one of them.';

export const faultSentences: Record<PictureFault, string> = {
  empty: 'The picture is empty. Send the bytes of the file as the body.',
  'too large': `The picture is larger than ${megabytes} MB. Save it smaller: 1600 pixels are shown at most.`,
  svg: `SVG files are not taken, because they may hold scripts. ${use}`,
  gif: `GIF files are not taken. ${use}`,
  heic: `HEIC files are not taken. ${use}`,
  other: `This is not a picture that the shop knows. ${use}`,
  broken: 'The picture is broken or cut off: it could not be read to its end. Save it again.',
  'too many pixels':
    'The picture has more than 50 megapixels (AVIF: 24). Save it smaller: 1600 pixels are shown at most.',
  busy: 'Other pictures are drawn at the moment. Send it again in a few seconds.',
  'too slow': 'The picture takes too long to read. Save it smaller, or as JPEG.',
};

/** Limits of one seller, in 24 hours. */
export const dailyPictures = 1_000;
export const dailyBytes = 1024 * 1024 * 1024;

export const dailyFault = `A shop can send ${dailyPictures.toLocaleString('en-US')} pictures and 1 GB of them in a day. Try again tomorrow.`;

/** Where a picture lies in the storage. */
export const picturePrefix = 'picture/';

export function pictureKey(hash: string, size: 'whole' | 'small'): string {
  return `${picturePrefix}${hash.slice(0, 2)}/${hash}${size === 'small' ? '-small' : ''}.webp`;
}

/** The hash in a key of the storage; null for what is no picture's. */
export function hashOfKey(key: string): string | null {
  return /^picture\/[0-9a-f]{2}\/([0-9a-f]{64})(?:-small)?\.webp$/.exec(key)?.[1] ?? null;
}
