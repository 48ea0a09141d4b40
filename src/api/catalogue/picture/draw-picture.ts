// From what somebody sent to what the shop shows. What is decoded here was made by a stranger: every bound is ours.
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { pictureWidths } from '#contract/catalogue/picture.ts';
import { formatOf, mostPixels, type PictureFault, type PictureFormat } from './picture.rules.ts';

const QUALITY = 82;
const MOST_SECONDS = 20;
// Decoded pictures are not kept for the next time: with a dozen photographs that would be a gigabyte.
sharp.cache(false);
const known = new Set(['jpeg', 'png', 'webp', 'avif']);

type Bytes = Uint8Array<ArrayBuffer>;
type DrawnPicture = { hash: string; width: number; height: number; whole: Bytes; small: Bytes };

/**
 * Draws a picture anew as WebP, upright, in sRGB, and without anything that its file says beside the pixels: place, camera, comments,
 * thumbnails, further frames.
 */
export async function drawPicture(
  bytes: Uint8Array,
): Promise<{ ok: true; picture: DrawnPicture } | { ok: false; fault: PictureFault }> {
  const format = formatOf(bytes);
  if (!known.has(format)) return { ok: false, fault: format as PictureFault };
  try {
    const source = sharp(bytes, {
      limitInputPixels: mostPixels[format as PictureFormat],
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    });
    // The decoder judges by its own eyes.
    const seen = await source.metadata();
    if (!known.has(seen.format) && !(seen.format === 'heif' && seen.compression === 'av1'))
      return { ok: false, fault: 'other' };
    const { data, info } = await asWebp(source.autoOrient(), pictureWidths.whole);
    const small = await asWebp(sharp(data), pictureWidths.small);
    const hash = createHash('sha256').update(data).digest('hex');
    return {
      ok: true,
      picture: { hash, width: info.width, height: info.height, whole: plain(data), small: plain(small.data) },
    };
  } catch (error) {
    return { ok: false, fault: faultOf(String(error)) };
  }
}

function asWebp(picture: Sharp, longest: number) {
  return picture
    .timeout({ seconds: MOST_SECONDS })
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .webp({ quality: QUALITY, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
}

function faultOf(error: string): PictureFault {
  if (/pixel limit|too large|dimensions? exceed/i.test(error)) return 'too many pixels';
  return /timeout/i.test(error) ? 'too slow' : 'broken';
}

function plain(data: Buffer): Bytes {
  return new Uint8Array(data);
}
