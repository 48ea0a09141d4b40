// Words about pictures of products that lie in the shop itself. Free of the validator.
import type { z } from 'zod';
import type { storedPictureSchema } from './picture.schema.ts';

export type StoredPicture = z.infer<typeof storedPictureSchema>;

/** Largest picture that is sent, in bytes. */
export const largestPicture = 10 * 1024 * 1024;

/** The longer side of what is kept of a picture, in pixels: whole, and small. */
export const pictureWidths = { whole: 1600, small: 640 } as const;

/** `hash` is the SHA-256 of the whole picture as the shop keeps it, in lower case. */
export function pictureAddress(hash: string): string {
  return `/pictures/${hash}.webp`;
}

const ownPicture = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** True if a text is the address of a picture that lies, or lay, in this shop. */
export function isOwnPicture(address: string): boolean {
  return ownPicture.test(address);
}

/** The hash in the address of a picture of this shop; null for every other address. */
export function hashOfPicture(address: string): string | null {
  return ownPicture.exec(address)?.[1] ?? null;
}

/** Where the small one of a picture is; pictures from elsewhere, and the shop's art, have one size. */
export function smallPicture(address: string): string {
  return isOwnPicture(address) ? address.replace(/\.webp$/, `-${pictureWidths.small}.webp`) : address;
}
