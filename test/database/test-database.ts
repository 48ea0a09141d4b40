import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { inject, test } from 'vitest';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { takeDatabase } from './worker-database.ts';
import { takePostgres } from './worker-postgres.ts';

/** A test of what the embedded database has not: several processes, connections that are lost. */
export const onPostgres = test.runIf(process.env.TEST_DATABASE === 'postgres');

/** An empty, migrated database of its own: embedded in memory, or one on the PostgreSQL of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<Database<Tables>> {
  const url = process.env.TEST_DATABASE_URL;
  return process.env.TEST_DATABASE === 'postgres' && url ? takePostgres(url, inject('prepared')) : openInMemory();
}

/** Empties every table of the shop that a test may have filled. */
export async function emptyDatabase(database: Database<ApiTables>) {
  await emptyKept(database, [...ledgerTables, 'api.invoice', 'api.invoice_counter']);
  await emptyTables(database, [
    'api.review',
    'api.user',
    'api.suspended_customer',
    'api.ended_account',
    'api.product',
    'api.own_product',
    'api.stock_change',
    'api.planned_sale',
    'api.staff_import_row',
    'api.staff_import',
    'api.check_run',
    'api.check_schedule',
    'api.cart_item',
    'api.cart_coupon',
    'api.provision_endpoint',
    'api.provision_call',
    'api.access_grant',
    'api.hours_balance',
    'api.machine_session',
    'api.hours_entry',
    'api.outage_return',
    'api.hours_outage',
    'api.entitlement',
    'api.order',
    'api.order_line',
    'api.license',
    'api.coupon',
    'api.coupon_day',
    'api.coupon_use',
    'api.payment_event',
    'api.refund',
    'api.refund_line',
    'api.refund_share',
    'api.fee_rule',
    'api.manual_movement',
    'api.pay_in_refund',
    'api.pay_in',
    'api.buyer_wallet',
    'api.provider_transaction',
    'api.reconciliation',
    'api.closed_posting',
    'api.payout',
    'api.payout_batch',
    'api.payout_settings',
    'api.seller_order',
    'api.thread',
    'api.message',
    'api.thread_block',
    'api.report',
    'api.staff_view',
    'api.staff_job_row',
    'api.staff_job',
    'api.review_report',
    'api.review_queue',
    'api.review_decision',
    'api.hidden_review',
    'api.dispute',
    'api.line_dispute',
    'api.dispute_message',
    'api.unmatched_payment',
    'api.receipt',
    'api.invoice_details',
    'api.order_mail',
    'api.order_note',
    'api.product_vector',
    'api.search_posting',
    'api.search_spelling',
    'api.search_queue',
    'api.search_synonym',
    'api.search_kept_word',
    'api.search_pin',
    'api.search_miss',
    'api.saved_product',
    'api.watched_change',
    'api.alert_link',
    'api.search_watch',
    'api.saved_search',
    'api.search_alert_link',
    'api.upload',
    'api.release_file',
    'api.release',
    'api.goods_object',
    'api.webhook_attempt',
    'api.webhook_delivery',
    'api.webhook',
    'api.product_day',
    'api.seller_key',
    'api.signing_key',
    'api.product_key',
    'api.product_key_list',
    'api.product_key_wait',
    'api.library_token',
    'api.ssh_key',
    'api.data_export_part',
    'api.data_export',
    'api.seller',
    'api.seller_member',
    'api.seller_invitation',
    'api.seller_support_mail',
    'api.listing',
    'api.picture',
    'api.product_version',
    'api.approval',
    'api.download',
    'platform.rate_limit',
  ]);
  // Whatever leaves changes them.
  await emptyTables(database, ['api.order_given_back', 'api.shop_quarter']);
  await emptyTables(database, ['api.shop_change']);
}

const ledgerTables = ['ledger.entry', 'ledger.transfer', 'ledger.account'];

export function emptyLedger(database: { kysely: Kysely<ApiTables> }) {
  return emptyKept(database, ledgerTables);
}

/** Rows of these tables cannot be deleted while triggers run; a replica is written to without triggers. */
async function emptyKept(database: { kysely: Kysely<ApiTables> }, tables: string[]) {
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await emptyTables({ kysely: transaction }, tables);
  });
}

/** In one statement, so that their order does not matter. To truncate so few rows takes twenty times as long. */
export async function emptyTables(database: { kysely: QueryExecutorProvider }, tables: string[]) {
  const deletions = tables.map((table, index) => sql`${sql.id(`d${index}`)} as (delete from ${sql.table(table)})`);
  await sql`with ${sql.join(deletions)} select 1`.execute(database.kysely);
}

/**
 * Held for as long as the worker lives: Node compiles the embedded database again, and begins without what it has optimised,
 * for each database that is opened while nobody holds it. That would be half of what the tests take.
 */
let engine: Promise<WebAssembly.Module> | null = null;

function compileEngine(): Promise<WebAssembly.Module> {
  const folder = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '..');
  return readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
}

async function openInMemory(): Promise<Database<Tables>> {
  engine ??= compileEngine();
  await engine;
  return takeDatabase(inject('prepared'));
}
