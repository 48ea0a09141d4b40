// Work of the database for statements, by its own count: the same on every machine, however busy.
import { CompiledQuery, type Kysely, PostgresQueryCompiler, type RootOperationNode } from 'kysely';

/**
 * `rows`: read of tables and indexes, also those that did not fit. `pages`: of 8 kB, looked at; the embedded database looks at those of the catalogue
 * too. `rowsOf`: of each table, or index that stands for it. `scanned`: tables that were read from end to end.
 */
export type Work = { rows: number; pages: number; rowsOf: Record<string, number>; scanned: string[] };

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** Does the work, and asks EXPLAIN about every statement of it. */
export async function workOf<Tables>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Work> {
  const asked: RootOperationNode[] = [];
  await work(
    db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  const total: Work = { rows: 0, pages: 0, rowsOf: {}, scanned: [] };
  for (const node of asked) {
    const { sql, parameters } = new PostgresQueryCompiler().compileQuery(node, { queryId: '' });
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${sql}`, [...parameters]),
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('EXPLAIN has told no plan');
    total.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    addScans(plan, total);
  }
  return total;
}

function addScans(node: PlanNode, total: Work) {
  for (const below of node.Plans ?? []) addScans(below, total);
  const relation = node['Relation Name'] ?? node['Index Name'];
  if (!relation) return;
  const read =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  total.rows += read * node['Actual Loops'];
  total.rowsOf[relation] = (total.rowsOf[relation] ?? 0) + read * node['Actual Loops'];
  if (node['Node Type'] === 'Seq Scan') total.scanned.push(relation);
}
