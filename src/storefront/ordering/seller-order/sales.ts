// Sales of a shop, and its actions on them.

import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import { useApi, useFound } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { CommissionTerms } from '#contract/money/commission.schema.ts';
import type { SellerOrder, SellerOrderFilter } from '#contract/ordering/seller-order.ts';
import { t } from '#language/message.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export function useSales(
  sellerId: string,
  asked: { state: SellerOrderFilter | null; late: boolean; q: string },
): Pages<SellerOrder> {
  const late = asked.late ? ('true' as const) : undefined;
  const query = { state: asked.state ?? undefined, late, q: asked.q || undefined };
  return useApiPages('/seller/{sellerId}/order', { params: { path: { sellerId }, query } });
}

export function useSale(sellerId: string, orderId: string): Loaded<{ found: SellerOrder | null }> {
  return useFound('/seller/{sellerId}/order/{orderId}', { params: { path: { sellerId, orderId } } });
}

/** Commission of a sale in this category now. */
export function useCommissionTerms(sellerId: string, category: ProductType): Loaded<CommissionTerms> {
  return useApi('/seller/{sellerId}/sale-terms', { params: { path: { sellerId }, query: { category } } });
}

/** Resolves with what went wrong, or with nothing. */
export async function deliver(
  sellerId: string,
  { order_id }: SellerOrder,
  lines: number[],
): Promise<string | undefined> {
  try {
    await createBrowserApi().post('/seller/{sellerId}/order/{orderId}/deliver', {
      params: { path: { sellerId, orderId: order_id } },
      body: { lines },
    });
    showAlert({ type: 'success', message: t('Delivered. The buyer is told by mail.') });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

export { createRequestKeys };

/** Resolves with what went wrong, or with nothing. `keys` are those of the dialog that asks. */
export async function refund(
  sellerId: string,
  { order_id }: SellerOrder,
  given: { lines: Array<{ line: number; amount: number; minutes?: number }>; reason: string },
  keys: ReturnType<typeof createRequestKeys>,
): Promise<string | undefined> {
  try {
    const key = keys.keyFor(given);
    const { amount, state, failure } = await createBrowserApi().post('/seller/{sellerId}/order/{orderId}/refund', {
      params: { path: { sellerId, orderId: order_id }, header: { 'idempotency-key': key } },
      body: given,
    });
    keys.done();
    if (state === 'failed')
      return failure
        ? t('The payment provider refuses this refund: {failure}. No money has moved.', { failure })
        : t('The payment provider refuses this refund. No money has moved.');
    const message =
      state === 'succeeded'
        ? t('{amount} is refunded. The buyer is told by mail.', { amount: formatAmount(amount) })
        : t('The refund of {amount} is on its way.', { amount: formatAmount(amount) });
    showAlert({ type: 'success', message });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** The address of a shop's sales, or of one of them. */
export function salesPath(
  sellerAddress: string,
  { id, state, late, q }: { id?: string; state?: SellerOrderFilter | null; late?: boolean; q?: string } = {},
): string {
  const query = new URLSearchParams({
    seller: sellerAddress,
    ...(state && { state }),
    ...(late && { late: 'true' }),
    ...(q && { q }),
    ...(id && { id }),
  });
  return `/profile/sales?${query}`;
}

/** The address of what was invoiced in a shop's name in a month. */
export function invoicesPath(sellerAddress: string, month?: string): string {
  return `/profile/sales?${new URLSearchParams({ seller: sellerAddress, view: 'invoices', ...(month && { month }) })}`;
}
