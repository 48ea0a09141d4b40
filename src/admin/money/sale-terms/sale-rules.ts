// Fees and holding times as the staff keep them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { endSaleRule, getSaleRules, makeFeeRule, makeHoldingRule } from '#client/money/sale-terms.ts';
import type { MakeFeeRule, MakeHoldingRule, SaleRules } from '#contract/money/sale-terms.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useSaleRules(): Loaded<SaleRules> {
  return useLoaded(() => getSaleRules(createBrowserApi()));
}

/** Each resolves with what went wrong, or with nothing. */
export const saleRules = {
  makeFee: (rule: MakeFeeRule) => attempt((api) => makeFeeRule(api, rule)),
  makeHolding: (rule: MakeHoldingRule) => attempt((api) => makeHoldingRule(api, rule)),
  end: (kind: 'fee' | 'holding', ruleId: string) => attempt((api) => endSaleRule(api, kind, ruleId)),
};
