import { Buffer } from 'node:buffer';
import sharp, { type Sharp } from 'sharp';
import type { ApiTables } from '#api/schema/schema.ts';
import { hashOfPicture } from '../../src/contract/catalogue/picture.ts';
import type { Database } from '../../src/platform/database/database.ts';

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

/** A small picture of this kind, of one color. */
export function aPicture(
  kind: PictureKind,
  { width = 60, height = 40, color = '#2040c0' }: { width?: number; height?: number; color?: string } = {},
): Promise<Buffer<ArrayBuffer>> {
  return made(sharp({ create: { width, height, channels: 3, background: color } }).toFormat(kind));
}

/** As a telephone takes it: lying on its side, with where it was taken and with what. Its left half is red, the right one blue. */
export async function aPhoto({ width = 400, height = 200 } = {}): Promise<Buffer<ArrayBuffer>> {
  const half = { width: width / 2, height, channels: 3 as const };
  const blue = await made(sharp({ create: { ...half, background: '#0000ff' } }).png());
  return made(
    sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
      .composite([{ input: blue, left: width / 2, top: 0 }])
      .jpeg()
      .withExif({
        IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 31/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 0/1',
        },
      })
      // To be shown turned by a quarter to the right.
      .withMetadata({ orientation: 6 }),
  );
}

/** As if the shop had sent pictures that have these addresses; nothing lies in the storage. */
export async function storePictures(
  { kysely }: Pick<Database<ApiTables>, 'kysely'>,
  seller_id: string,
  addresses: readonly string[],
): Promise<void> {
  const rows = addresses.map((address) => ({
    hash: hashOfPicture(address) ?? '',
    seller_id,
    width: 60,
    height: 40,
    size_bytes: 100,
  }));
  await kysely.insertInto('api.picture').values(rows).execute();
}

async function made(picture: Sharp): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await picture.toBuffer());
}
