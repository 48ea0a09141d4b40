// The days that the status page tells of outboxes are those that they are tidied by.
import { expect, test } from 'vitest';
import { jobs } from '#contract/operations/jobs.ts';
import { RETENTION_DAYS } from '#platform/outbox/delivery.ts';

test.each(['mail', 'webhooks', 'payments'] as const)(
  'the outbox of %s deletes after as many days as its job says',
  (name) => {
    expect(jobs[`tidy the outbox of ${name}`].deletesAfterDays).toBe(RETENTION_DAYS);
  },
);
