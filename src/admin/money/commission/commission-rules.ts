import { useApi } from '#client/query/use-api.ts';
// Fees and holding times as the staff keep them.
import type { MakeFeeRule, MakeHoldingRule, SaleRules } from '#contract/money/commission.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useCommissionRules(): Loaded<SaleRules> {
  return useApi('/admin/sale-rule');
}

/** Each resolves with what went wrong, or with nothing. */
export const commissionRules = {
  makeFee: (rule: MakeFeeRule) => attempt((api) => api.post('/admin/fee-rule', { body: rule })),
  makeHolding: (rule: MakeHoldingRule) => attempt((api) => api.post('/admin/holding-rule', { body: rule })),
  end: (kind: 'fee' | 'holding', ruleId: string) =>
    attempt((api) => api.post(`/admin/${kind}-rule/{ruleId}/end`, { params: { path: { ruleId } } })),
};
