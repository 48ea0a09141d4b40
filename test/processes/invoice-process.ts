// A process of its own that issues the invoices that are due, until it dies before its nth statement.

import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createInvoices, issueDue } from '../../src/api/money/invoice/invoices.ts';
import { lockOrder } from '../../src/api/ordering/order/order.store.ts';
import { aShop } from '../factories/shop.ts';

/** Handed over as the JSON of the first argument. `dieBefore: 0`: it comes to its end. */
export type InvoiceProcess = { databaseUrl: string | null; dataDir: string; dieBefore: number };

const given = JSON.parse(process.argv[2] ?? '') as InvoiceProcess;
const opened = await openDatabase<Tables>(given);
let statements = 0;
const dying: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    if (statements === given.dieBefore) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
const deps = {
  db: opened.kysely.withPlugin(dying) as never,
  issuers: 'seller' as const,
  operator: aShop(),
  lockOrder,
  draw: async () => new TextEncoder().encode('%PDF-'),
  log: pino({ level: 'silent' }),
  now: () => new Date(),
};
await issueDue({ ...deps, pdfOf: createInvoices(deps).pdfOf });
process.stdout.write(`${statements}\n`);
await opened.close();
process.exit(0);
