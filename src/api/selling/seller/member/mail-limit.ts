// How many mails shops may have sent to one address. Its counts know no address: they would outlive what was sent there.
import type { Database } from '#platform/database/database.ts';
import { type AllowWrite, createWriteRateLimit } from '../../../http/write-rate-limit.ts';
import { tokenHash } from './mailed-token.rules.ts';

export function createMailLimit(
  database: Pick<Database<unknown>, 'counters'>,
  limit: Parameters<typeof createWriteRateLimit>[1],
): AllowWrite {
  const allow = createWriteRateLimit(database, limit);
  return (c, email) => allow(c, tokenHash(email.toLowerCase()));
}
