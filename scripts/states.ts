// Draws docs/states.md from the tables of named transitions. With --check it fails where the page does not show them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseTransitions } from '#api/goods/release/release-states.rules.ts';
import { payoutTransitions } from '#api/money/payout/payout-states.rules.ts';
import { cardDisputeTransitions, lineDisputeTransitions } from '#api/ordering/dispute/dispute-states.rules.ts';
import { lineTransitions, orderTransitions } from '#api/ordering/order/order-states.rules.ts';
import { refundTransitions } from '#api/ordering/order/refund-states.rules.ts';
import { approvalTransitions } from '#api/selling/approval/approval-states.rules.ts';
import { draftTransitions } from '#api/selling/listing/draft-states.rules.ts';
import { sellerTransitions } from '#api/selling/seller/seller-state.rules.ts';
import type { Transitions } from '#platform/state/transitions.rules.ts';

export type StateTable = {
  thing: string;
  /** Where it is written, from `src/api`. */
  file: string;
  table: string;
  /** The state of a row of the table, as SQL. */
  state: (row: string) => string;
  transitions: Transitions;
};

const column = (name: string) => (row: string) => `${row}.${name}`;

export const stateTables: StateTable[] = [
  {
    thing: 'Order',
    file: 'ordering/order/order-states.rules.ts',
    table: 'api."order"',
    state: column('status'),
    transitions: orderTransitions,
  },
  {
    thing: 'Line of an order',
    file: 'ordering/order/order-states.rules.ts',
    table: 'api.order_line',
    state: (row) =>
      `case when ${row}.given_back then 'given_back' when ${row}.released_at is not null then 'earned'
        when ${row}.delivered_at is not null then 'delivered' else 'ordered' end`,
    transitions: lineTransitions,
  },
  {
    thing: 'Refund',
    file: 'ordering/order/refund-states.rules.ts',
    table: 'api.refund',
    state: column('state'),
    transitions: refundTransitions,
  },
  {
    thing: 'Dispute of a line',
    file: 'ordering/dispute/dispute-states.rules.ts',
    table: 'api.line_dispute',
    state: column('state'),
    transitions: lineDisputeTransitions,
  },
  {
    thing: 'Dispute at the bank',
    file: 'ordering/dispute/dispute-states.rules.ts',
    table: 'api.dispute',
    state: column('state'),
    transitions: cardDisputeTransitions,
  },
  {
    thing: 'Payout',
    file: 'money/payout/payout-states.rules.ts',
    table: 'api.payout',
    state: column('state'),
    transitions: payoutTransitions,
  },
  {
    thing: 'Draft of a listing',
    file: 'selling/listing/draft-states.rules.ts',
    table: 'api.listing',
    state: (row) => `coalesce(${row}.draft_state, 'none')`,
    transitions: draftTransitions,
  },
  {
    thing: 'Request for approval',
    file: 'selling/approval/approval-states.rules.ts',
    table: 'api.approval',
    state: column('state'),
    transitions: approvalTransitions,
  },
  {
    thing: 'Seller',
    file: 'selling/seller/seller-state.rules.ts',
    table: 'api.seller',
    state: column('state'),
    transitions: sellerTransitions,
  },
  {
    thing: 'Release',
    file: 'goods/release/release-states.rules.ts',
    table: 'api.release',
    state: column('state'),
    transitions: releaseTransitions,
  },
];

const file = join(import.meta.dirname, '../docs/states.md');

const introduction = `# States

What may become of an order, a dispute, a payout and the rest. Every step has a name, and stands in
the table of its thing, in \`src/api\`. A store that changes a state takes the name of the step; from
any other state it writes nothing and throws \`ForbiddenTransition\`, which is a fault of the code.
Every test database refuses other changes of these columns too.

Drawn by \`node scripts/states.ts\`; \`npm test\` fails when it is out of date.
`;

function drawn(): string {
  return [introduction, ...stateTables.map(section)].join('\n');
}

function section({ thing, file: source, table, transitions }: StateTable): string {
  const arrows = Object.entries(transitions).flatMap(([step, { from, to }]) =>
    from.flatMap((before) => [to].flat().map((after) => `  ${before} --> ${after}: ${step.replaceAll('_', ' ')}`)),
  );
  return `## ${thing}

\`${table.replaceAll('"', '')}\`, by \`${source}\`.

\`\`\`mermaid
stateDiagram-v2
${arrows.join('\n')}
\`\`\`
`;
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) writeFileSync(file, drawn());
  else if (readFileSync(file, 'utf8') !== drawn()) {
    console.error(
      'docs/states.md no longer shows the tables of transitions. Draw it again with: node scripts/states.ts',
    );
    process.exit(1);
  }
}
