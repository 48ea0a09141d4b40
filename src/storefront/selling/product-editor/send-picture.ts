import { sendPicture } from '#client/catalogue/picture.ts';
import type { SendPicture } from '#product-form/use-pictures.ts';

/** Sends pictures for the products of a shop. */
export const pictureSenderOf =
  (sellerId: string): SendPicture =>
  (api, file, init) =>
    sendPicture(api, sellerId, file, init);
