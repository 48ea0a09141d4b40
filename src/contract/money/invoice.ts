import type { z } from 'zod';
import type { invoiceSchema } from './invoice.schema.ts';

export type Invoice = z.infer<typeof invoiceSchema>;
