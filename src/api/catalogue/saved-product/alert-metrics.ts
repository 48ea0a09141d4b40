import type { AlertKind } from '#contract/catalogue/saved-product.ts';
import { counter } from '#platform/observability/metrics.ts';

const alertKinds = ['cheaper', 'back_in_stock', 'new_version'] as const satisfies AlertKind[];

export const countAlert = counter<{ kind: AlertKind }>('hearth.product_alerts', {
  description: 'What customers were told by mail of products that they have saved',
  zeros: alertKinds.map((kind) => ({ kind })),
});
