// Sales that begin and end by themselves. Free of the validator.
import type { z } from 'zod';
import type { plannedSaleSchema, planSaleSchema } from './planned-sale.schema.ts';

export type PlannedSale = z.infer<typeof plannedSaleSchema>;
export type PlanSale = z.input<typeof planSaleSchema>;
