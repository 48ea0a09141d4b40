// Texts of a statement of a month or of a payout. How it looks is the business of draw-statement.ts.

export type PdfStatement = {
  kind: 'statement';
  /** Such as "Statement, November 2026". */
  title: string;
  shop: string;
  /** Whose money it is. */
  of: string[];
  facts: Array<[label: string, value: string]>;
  rows: Array<{ day: string; name: string; details: string; amount: string; balance: string; strong?: true }>;
  /** Sums, group by group, from the opening to the closing. */
  sums: Array<{ label: string; amount: string; strong?: true }>;
  contact: string;
  /** The moment the document says it was made; ISO 8601. */
  moment: string;
};

export function isStatement(paper: object): paper is PdfStatement {
  return 'kind' in paper && paper.kind === 'statement';
}
