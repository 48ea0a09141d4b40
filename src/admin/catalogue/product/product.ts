// Products as the staff keep them.
import { type ApiClient, ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import type { ProductFault } from '#contract/catalogue/product/product-fault.schema.ts';
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
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export const useProduct = (productId: string): Loaded<StaffProduct> =>
  useApi('/admin/product/{productId}', { params: { path: { productId } } });

export const useKeyLists = (productId: string): Loaded<OwnKeyLists> =>
  useApi('/admin/product/{productId}/key', { params: { path: { productId } } });

/** Sentences of what is wrong, by field. */
export type FieldFaults = Partial<Record<EditedField, string>>;

type SavedProduct =
  | { saved: StaffProduct }
  /** `meanwhile`: what somebody else has changed since it was read, and what it is now. */
  | { fault: string; faults: FieldFaults; meanwhile: { changed: EditedField[]; product: StaffProduct } | null };

export async function save(productId: string, change: ChangeProduct): Promise<SavedProduct> {
  try {
    return {
      saved: await createBrowserApi().put('/admin/product/{productId}', {
        params: { path: { productId } },
        body: change,
      }),
    };
  } catch (error) {
    const problem = error instanceof ApiError ? readProblem(error.body) : null;
    const current = problem?.refusal === 'product_changed' ? problem.current : undefined;
    const meanwhile = (current as { changed: EditedField[]; product: StaffProduct } | undefined) ?? null;
    return { fault: failureText(error), faults: faultsOf(problem), meanwhile };
  }
}

/** A refusal for what was given names each field. */
function faultsOf(problem: ReturnType<typeof readProblem>): FieldFaults {
  if (problem?.refusal !== 'product_refused') return {};
  const { faults = [] } = (problem.current ?? {}) as { faults?: ProductFault[] };
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}

export type ProductStep = 'pause' | 'publish' | 'archive' | 'restore';

/** A step answers the product as it is then to `onDone`; all of these resolve with what went wrong, or with nothing. */
type Done = (product: StaffProduct) => void;
const answering = (onDone: Done, change: (api: ApiClient) => Promise<StaffProduct>) =>
  attempt(async (api) => onDone(await change(api)));

export const make = (product: MakeProduct, onDone: Done) =>
  answering(onDone, (api) => api.post('/admin/product', { body: product }));
export const duplicate = (productId: string, copyId: string, onDone: Done) =>
  answering(onDone, (api) =>
    api.post('/admin/product/{productId}/duplicate', { params: { path: { productId } }, body: { product_id: copyId } }),
  );
export const move = (productId: string, step: ProductStep, onDone: Done) =>
  answering(onDone, (api) => api.post(`/admin/product/{productId}/${step}`, { params: { path: { productId } } }));
export const setStock = (productId: string, change: ChangeStock, onDone: Done) =>
  answering(onDone, (api) =>
    api.post('/admin/product/{productId}/stock', { params: { path: { productId } }, body: change }),
  );
export const plan = (productId: string, sale: PlanSale, onDone: Done) =>
  answering(onDone, (api) =>
    api.post('/admin/product/{productId}/sale', { params: { path: { productId } }, body: sale }),
  );
export const cancel = (productId: string, saleId: string, onDone: Done) =>
  answering(onDone, (api) =>
    api.post('/admin/product/{productId}/sale/{saleId}/cancel', { params: { path: { productId, saleId } } }),
  );
export const remove = (productId: string) =>
  attempt((api) => api.delete('/admin/product/{productId}', { params: { path: { productId } } }));

export const sendPicture: SendPicture = (api, file, init) =>
  api.post('/admin/product-picture', { body: file, ...init });

export const loadKeys = (
  productId: string,
  given: { keys: string; edition: string; dryRun: boolean },
): Promise<LoadedProductKeys | { fault: string }> =>
  createBrowserApi()
    .post('/admin/product/{productId}/key', {
      params: { path: { productId }, query: { edition: given.edition, dry_run: String(given.dryRun) } },
      body: new Blob([given.keys], { type: 'text/plain' }),
    })
    .catch((error) => ({ fault: failureText(error) }));
