// Products as the staff keep them.
import { type ApiClient, ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import {
  cancelSale,
  changeStaffProduct,
  changeStock,
  deleteStaffProduct,
  duplicateStaffProduct,
  getOwnKeyLists,
  getStaffProduct,
  loadOwnKeys,
  makeStaffProduct,
  moveStaffProduct,
  type ProductStep,
  planSale,
  sendProductPicture,
} from '#client/catalogue/staff-product.ts';
import type { LoadedProductKeys, OwnKeyLists } from '#contract/goods/product-key.schema.ts';
import type { PlanSale } from '#contract/selling/staff-product/planned-sale.ts';
import type {
  ChangeProduct,
  ChangeStock,
  EditedField,
  MakeProduct,
  StaffProduct,
} from '#contract/selling/staff-product/staff-product.ts';
import type { SendPicture } from '#product-form/use-pictures.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export const useProduct = (productId: string): Loaded<StaffProduct> =>
  useLoaded(() => getStaffProduct(createBrowserApi(), productId));

export const useKeyLists = (productId: string): Loaded<OwnKeyLists> =>
  useLoaded(() => getOwnKeyLists(createBrowserApi(), productId));

export type SavedProduct =
  | { saved: StaffProduct }
  /** `meanwhile`: what somebody else has changed since it was read, and what it is now. */
  | { fault: string; meanwhile: { changed: EditedField[]; product: StaffProduct } | null };

export async function save(productId: string, change: ChangeProduct): Promise<SavedProduct> {
  try {
    return { saved: await changeStaffProduct(createBrowserApi(), productId, change) };
  } catch (error) {
    const problem = error instanceof ApiError ? readProblem(error.body) : null;
    const current = problem?.refusal === 'product_changed' ? problem.current : undefined;
    const meanwhile = (current as { changed: EditedField[]; product: StaffProduct } | undefined) ?? null;
    return { fault: failureText(error), meanwhile };
  }
}

export type { ProductStep };

/** What is done answers the product as it is then to `onDone`; all of these resolve with what went wrong, or with nothing. */
type Done = (product: StaffProduct) => void;
const answering = (onDone: Done, change: (api: ApiClient) => Promise<StaffProduct>) =>
  attempt(async (api) => onDone(await change(api)));

export const make = (product: MakeProduct, onDone: Done) => answering(onDone, (api) => makeStaffProduct(api, product));
export const duplicate = (productId: string, copyId: string, onDone: Done) =>
  answering(onDone, (api) => duplicateStaffProduct(api, productId, copyId));
export const move = (productId: string, step: ProductStep, onDone: Done) =>
  answering(onDone, (api) => moveStaffProduct(api, productId, step));
export const setStock = (productId: string, change: ChangeStock, onDone: Done) =>
  answering(onDone, (api) => changeStock(api, productId, change));
export const plan = (productId: string, sale: PlanSale, onDone: Done) =>
  answering(onDone, (api) => planSale(api, productId, sale));
export const cancel = (productId: string, saleId: string, onDone: Done) =>
  answering(onDone, (api) => cancelSale(api, productId, saleId));
export const remove = (productId: string) => attempt((api) => deleteStaffProduct(api, productId));

export const sendPicture: SendPicture = sendProductPicture;

export const loadKeys = (
  productId: string,
  given: { keys: string; edition: string; dryRun: boolean },
): Promise<LoadedProductKeys | { fault: string }> =>
  loadOwnKeys(createBrowserApi(), productId, given).catch((error) => ({ fault: failureText(error) }));
