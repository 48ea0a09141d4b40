import type { SendPicture } from '#product-form/use-pictures.ts';

/** Sends pictures for the products of a shop. */
export const pictureSenderOf =
  (sellerId: string): SendPicture =>
  (api, file, init) =>
    api.post('/seller/{sellerId}/picture', { params: { path: { sellerId } }, body: file, ...init });
