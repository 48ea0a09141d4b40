import type { Insertable } from 'kysely';
import type { UserTable } from '#api/schema/people.ts';

/** A row of the user table: plain defaults, and what matters to the test. */
export function aUser(given: Partial<Insertable<UserTable>> & { user_id: string }): Insertable<UserTable> {
  return { username: given.user_id.split('@')[0] ?? '', phone: '0000000000', ...given };
}
