// Which rows fit a list's address now.
import type { Kysely } from 'kysely';
import { readListAddress } from '#contract/operations/staff-list/address.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { zoneOf } from '../../text/zone.rules.ts';
import { readList } from '../staff-list/list-page.store.ts';
import type { ChosenRow } from './job-row.rules.ts';

type Db = Kysely<ApiTables>;
export type ListSource = Parameters<typeof readList>[1];

const AT_ONCE = 500;

type Chosen = { rows: ChosenRow[]; hasMore: boolean } | { fault: string };

/** In the order of the list, at most `most`; `fault`: the address says something that the list does not understand. */
export async function listChosen(
  db: Db,
  source: ListSource,
  { query, zone, most }: { query: string; zone: string; most: number },
): Promise<Chosen> {
  const { asked, faults } = readListAddress(source.list, new URLSearchParams(query));
  if (faults.length > 0) return { fault: faults.join(' ') };
  const inZone = zoneOf(zone);
  if (!inZone) return { fault: `zone cannot be “${zone}”.` };
  const [nameColumn = 'id'] = Object.keys(source.list.columns);
  const rows: ChosenRow[] = [];
  for await (const page of readList(db, source, { ...asked, zone: inZone, limit: AT_ONCE })) {
    for (const { row } of page) rows.push({ id: row.id, name: String(row[nameColumn] ?? row.id) });
    if (rows.length > most) return { rows: rows.slice(0, most), hasMore: true };
  }
  // Rows that are changed meanwhile may stand at two places of the order.
  return { rows: onceEach(rows), hasMore: false };
}

export function onceEach(rows: ChosenRow[]): ChosenRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
