// Words about the state of the shop, as whoever runs it looks at it. Free of the validator.

/** Messages written with their subject, and delivered afterwards. `sandbox`: of the embedded payment provider, where there is one. */
export const outboxNames = ['mail', 'webhook', 'provision', 'sandbox'] as const;
export type OutboxName = (typeof outboxNames)[number];

export const keyNames = ['sign_in', 'manifest', 'token', 'data'] as const;
export type KeyName = (typeof keyNames)[number];

/** Work of a process: it serves visitors, runs jobs, or both. */
export const processRoles = ['web', 'jobs', 'all'] as const;

/** Where docs/operations.md tells of each, as the id of a heading. */
export const guideParts = {
  mail: 'mail',
  webhook: 'outboxes',
  provision: 'outboxes',
  sandbox: 'outboxes',
  incoming: 'webhooks-in',
  job: 'jobs',
  check: 'checks',
  process: 'processes',
  database: 'the-database',
  replica: 'scale-out',
  storage: 'storage',
  sign_in: 'secrets',
  manifest: 'secrets',
  token: 'secrets',
  data: 'secrets',
} as const satisfies Record<OutboxName | KeyName, string> & Record<string, string>;
export type GuidePart = keyof typeof guideParts;

/** Most failed deliveries that are listed one by one. */
export const failedMost = 100;
