import { z } from 'zod';

export const storedPictureSchema = z
  .strictObject({
    address: z.string().meta({
      description: 'For `pictures` of a listing: a path of this shop',
      example: `/pictures/${'3f'.repeat(32)}.webp`,
    }),
    width: z.int().meta({ description: 'In pixels, as it is kept' }),
    height: z.int(),
  })
  .meta({ id: 'StoredPicture' });
