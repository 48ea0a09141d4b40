// The API with people who sell, and the mails that they get.

import type { ApiTables } from '#api/schema/schema.ts';
import type { Database } from '#platform/database/database.ts';
import type { Message } from '../../src/mail/mailer.ts';
import { addressOf } from '../factories/seller.ts';
import { startApi } from './api.ts';

export async function startSelling(database: Database<ApiTables>) {
  const mails: Message[] = [];
  const clock = { ahead: 0 };
  const api = await startApi(database, {
    sendMail: async (_transaction, message) => void mails.push(message),
    now: () => new Date(Date.now() + clock.ahead),
  });
  return {
    api,
    mails,
    /** The calls of somebody who has just signed in, and whose account id and address follow from their name. */
    as: (account: string) =>
      api.signIn(
        { email: addressOf(account), nickname: account },
        { sub: account, auth_time: Math.floor((Date.now() + clock.ahead) / 1_000) },
      ),
    wait: (seconds: number) => {
      clock.ahead += seconds * 1_000;
    },
    /** The token in the link of the newest mail to this address. */
    tokenFor(email: string): string {
      const link = mails.findLast(({ to }) => to === email)?.action?.url ?? '';
      return new URL(link).search.split('=')[1] ?? '';
    },
    async close() {
      api.version.close();
      await api.close();
    },
  };
}
