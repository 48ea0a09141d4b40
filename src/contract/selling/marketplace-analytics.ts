// Words about the figures of the whole marketplace. Free of the validator.
import type { FigureStep } from './analytics.ts';

/** `sales` are what was paid for orders, `refunds` what went back, `average` a paid order's, all in US dollars. */
export const marketplaceMeasures = ['sales', 'orders', 'average', 'refunds', 'customers', 'view_to_order'] as const;
export type MarketplaceMeasure = (typeof marketplaceMeasures)[number];

/** One day is told by its hours. */
export type MarketplaceStep = FigureStep | 'hour';
