import { z } from 'zod';
import { invoiceKinds } from './invoice-labels.ts';

const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });

export const invoiceSchema = z
  .strictObject({
    invoice_id: z.string(),
    kind: z.enum(invoiceKinds).meta({ description: 'A cancellation takes back a credit note whose refund failed' }),
    number: z.string().meta({
      description: 'Without gaps by issuer, kind and year; two issuers may have the same',
      example: 'INV-2026-000001',
    }),
    issuer: z
      .strictObject({ name: z.string(), seller_id: z.string().nullable() })
      .meta({ description: 'In whose name; seller_id null: the operator' }),
    order_id: z.string(),
    issued_at: z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' }),
    total: amount,
    tax: amount.exactOptional().meta({ description: 'What of it is tax; left out where nothing is' }),
    corrects: z.string().exactOptional().meta({
      description: 'Number of the invoice that a credit note takes back from, of the credit note that is cancelled',
    }),
  })
  .meta({ id: 'Invoice' });

export const invoicesSchema = z.strictObject({ items: z.array(invoiceSchema) }).meta({ id: 'Invoices' });
