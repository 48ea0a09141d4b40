// npm run audit -- list: who has done what that concerns money, roles, keys or the whole catalogue.
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { auditActions as shopActions } from '#api/audit/audit.ts';
import { guardCell } from '#api/text/csv-cell.rules.ts';
import { auditActions as accountActions } from '#identity/audit.ts';
import { listAudit, platformActions, type StoredAuditEntry } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run audit -- list [OPTIONS]

  prints the newest entries as CSV, oldest first

  --since TIME      from then on, such as 2027-01-31 or 2027-01-31T14:00Z
  --action ACTION   such as order.refunded
  --subject ID      an order, a coupon's code, an account's id, the name of a catalogue's file
  --limit N         so many at most (1000)
  --json            as JSON, one entry a line`;

const auditActions: readonly string[] = [...shopActions, ...accountActions, ...platformActions];
const LISTED = 1_000;
const MOST = 1_000_000;

await runCommand(USAGE, async (args) => {
  const { json, ...wanted } = readArguments(args);
  const entries = await withShop(({ kysely }) => listAudit(kysely, wanted));
  process.stdout.write(json ? entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') : toCsv(entries));
  if (entries.length === wanted.limit) console.error(`These are the newest ${wanted.limit}: see --since and --limit.`);
  return 0;
});

function readArguments(args: string[]) {
  const { values, command } = parse(args);
  if (command !== 'list') throw new StartError(USAGE);
  const { action, subject, json } = values;
  if (action !== undefined && !auditActions.includes(action))
    throw new StartError(`--action must be one of: ${auditActions.join(', ')}.`);
  const limit = Number(values.limit ?? LISTED);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new StartError(`--limit must be a whole number from 1 to ${MOST}.`);
  return { since: time(values.since), action, subject, limit, json };
}

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        since: { type: 'string' },
        action: { type: 'string' },
        subject: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    return { values, command: positionals.join(' ') };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

function time(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime()))
    throw new StartError('--since must be a time such as 2027-01-31 or 2027-01-31T14:00Z.');
  return date;
}

function toCsv(entries: StoredAuditEntry[]): string {
  const header = ['id', 'at', 'actor', 'name', 'action', 'kind', 'subject', 'details'];
  const rows = entries.map((entry) => [
    String(entry.id),
    entry.at.toISOString(),
    entry.actor_kind,
    entry.actor_name,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    JSON.stringify(entry.details),
  ]);
  return stringify([header, ...rows.map((cells) => cells.map(guardCell))]);
}
