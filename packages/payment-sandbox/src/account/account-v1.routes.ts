import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { expand } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { accountV1Object } from './account.object.ts';
import { findAccount } from './account.store.ts';

const retrieve = z.strictObject({ expand: expand() });

/** Route of the account that `account.updated` is about. Everything else of accounts is version 2's. */
export function accountV1Routes({ db }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/accounts/:id{\\w+}',
    reads(retrieve, async (_params, id) => {
      const account = await findAccount(db, id);
      if (!account) throw noSuch('account', id, 'account', 404);
      return accountV1Object(account);
    }),
  );

  return app;
}
