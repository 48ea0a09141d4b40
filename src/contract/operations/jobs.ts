// Everything that the shop does by itself now and then: one entry a job, by the name under which its turns are written down.

type Job = {
  /** As the staff read it. */
  label: string;
  /** Between two turns, in seconds. */
  everySeconds: number;
  /** After how many days it deletes what it is about; where there is none, it deletes nothing, or what is of no use at once. */
  deletesAfterDays?: number;
};

export const jobs = {
  'reconcile orders': { label: 'Check open orders with the payment provider', everySeconds: 15 },
  'reconcile provider': { label: 'Compare the ledger with the payment provider', everySeconds: 600 },
  'make payouts': { label: 'Pay sellers by their schedule', everySeconds: 60 },
  'issue invoices': { label: 'Issue invoices and credit notes', everySeconds: 60 },
  'forget old receipts': { label: 'Delete drawn receipts that are drawn again when asked for', everySeconds: 3_600 },
  'return machines': { label: 'Return machines of ended rentals to stock', everySeconds: 30 },
  'keep hours': { label: 'End machine hours that ran out', everySeconds: 15 },
  'keep promises': { label: 'Follow up access that is late', everySeconds: 20 },
  'settle objects': { label: 'Check and scan uploaded files', everySeconds: 30 },
  'remove expired uploads': { label: 'Delete unfinished uploads', everySeconds: 3_600, deletesAfterDays: 7 },
  'remove unused objects': { label: 'Delete files of no release', everySeconds: 3_600 },
  'remove unknown objects': { label: 'Delete stored files that the database does not know', everySeconds: 86_400 },
  'remove unused pictures': { label: 'Delete pictures of no product', everySeconds: 3_600, deletesAfterDays: 7 },
  'remove unknown pictures': { label: 'Delete stored pictures that the database does not know', everySeconds: 86_400 },
  'send product alerts': { label: 'Email alerts of saved products', everySeconds: 30 },
  'send search alerts': { label: 'Email new matches of saved searches', everySeconds: 30 },
  'planned sales': { label: 'Begin and end planned sales', everySeconds: 5 },
  'forget searches': {
    label: 'Delete old searches without results',
    everySeconds: 3_600,
    deletesAfterDays: 90,
  },
  'make vectors': { label: 'Ask for the meaning of changed products', everySeconds: 10 },
  'close sellers': { label: 'Finish closing shops', everySeconds: 600 },
  'fold figures': { label: 'Add up analytics', everySeconds: 15 },
  'count buyers': { label: 'Rank what is bought most', everySeconds: 3_600 },
  'fold product counts': { label: 'Add up the products of each category', everySeconds: 60 },
  'staff jobs': { label: 'Carry out bulk actions', everySeconds: 5, deletesAfterDays: 90 },
  'staff imports': { label: 'Carry out catalog imports', everySeconds: 5 },
  'remove unknown imports': { label: 'Delete catalog files that the database does not know', everySeconds: 86_400 },
  checks: { label: 'Start integrity checks that are due', everySeconds: 15 },
  'exports of customers': { label: 'Prepare data exports', everySeconds: 30 },
  'tidy accounts': { label: 'Delete expired sign-ins, codes and devices', everySeconds: 600 },
  'forget old counts': { label: 'Delete expired rate limits', everySeconds: 600 },
  'make partitions': { label: 'Create monthly partitions', everySeconds: 86_400 },
  'tidy the outbox of mail': { label: 'Delete sent email', everySeconds: 3_600, deletesAfterDays: 30 },
  'tidy the outbox of webhooks': { label: 'Delete delivered webhooks', everySeconds: 3_600, deletesAfterDays: 30 },
  'tidy the outbox of provision': {
    label: 'Delete answered calls of endpoints',
    everySeconds: 3_600,
    deletesAfterDays: 90,
  },
  'tidy the outbox of payments': {
    label: 'Delete delivered sandbox events',
    everySeconds: 3_600,
    deletesAfterDays: 30,
  },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

/** A job as it is run: its name, and the milliseconds between two turns. */
export function jobOf(name: JobName): { name: JobName; everyMs: number } {
  return { name, everyMs: jobs[name].everySeconds * 1_000 };
}

/** `name` as it was written down, also of a job of another version. */
export function findJob(name: string): Job | null {
  return Object.hasOwn(jobs, name) ? jobs[name as JobName] : null;
}
