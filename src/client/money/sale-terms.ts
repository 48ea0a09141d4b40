import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { MakeFeeRule, MakeHoldingRule, SaleRules, SaleTerms } from '#contract/money/sale-terms.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

export function getSaleRules(api: ApiClient): Promise<SaleRules> {
  return api.get('/admin/sale-rule', { asUser: true });
}

export function makeFeeRule(api: ApiClient, rule: MakeFeeRule): Promise<SaleRules> {
  return api.post('/admin/fee-rule', rule);
}

export function makeHoldingRule(api: ApiClient, rule: MakeHoldingRule): Promise<SaleRules> {
  return api.post('/admin/holding-rule', rule);
}

export function endSaleRule(api: ApiClient, kind: 'fee' | 'holding', ruleId: string): Promise<SaleRules> {
  return api.post(`/admin/${kind}-rule/${encodeURIComponent(ruleId)}/end`, {});
}

/** Of new orders of the shop's products in this category. */
export function getSaleTerms(api: ApiClient, sellerId: string, category: ProductType): Promise<SaleTerms> {
  return api.get(`/seller/${encodeURIComponent(sellerId)}/sale-terms?category=${category}`, { asUser: true });
}
