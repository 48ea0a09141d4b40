import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch, notOpen } from '../protocol/errors.ts';
import { cursor, listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, oneOf, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { findSession, listSessions, lockSession } from './checkout-session.store.ts';
import { checkExpiry, checkReturn, createParameters, createSession } from './create-session.ts';
import { expandable, expandedSession, lineItemList } from './expanded-session.ts';
import { currentSession, expireOverdueSessions, expireSession } from './expire-session.ts';

const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  payment_intent: text().exactOptional(),
  status: oneOf('open', 'complete', 'expired').exactOptional(),
  expand: expandEach(...expandable),
});
const lineItems = z.strictObject({ ...paging, expand: expand() });

export function checkoutSessionRoutes(sandbox: Sandbox): Hono<Env> {
  const { db } = sandbox;
  const app = new Hono<Env>();

  app.get(
    '/checkout/sessions',
    reads(list, async ({ limit, starting_after, expand, ...filter }) => {
      await expireOverdueSessions(sandbox);
      const paging = { limit, starting_after };
      const page = await pageOf('checkout.session', paging, (id) => findSession(db, id));
      const sessions = await listSessions(db, filter, page);
      return listObject('/v1/checkout/sessions', paging, sessions, (session) =>
        expandedSession(db, sandbox, session, expand),
      );
    }),
  );
  app.post(
    '/checkout/sessions',
    writes(
      sandbox,
      createParameters,
      async (transaction, params) => {
        const session = await createSession(transaction, sandbox, params);
        return expandedSession(transaction, sandbox, session, params.expand);
      },
      (params) => {
        checkExpiry(params, sandbox.now());
        checkReturn(params, sandbox.returnOrigins);
      },
    ),
  );

  app.get(
    '/checkout/sessions/:id{\\w+}',
    reads(retrieve, async (params, id) => expandedSession(db, sandbox, await getSession(id), params.expand)),
  );

  app.post(
    '/checkout/sessions/:id{\\w+}/expire',
    writes(sandbox, retrieve, async (transaction, params, id) => {
      const session = await lockSession(transaction, id);
      if (!session) throw noSuchSession(id);
      if (session.status !== 'open') throw notOpen(session.status);
      const expired = await expireSession(transaction, sandbox, session);
      return expandedSession(transaction, sandbox, expired, params.expand);
    }),
  );

  app.get(
    '/checkout/sessions/:id{\\w+}/line_items',
    reads(lineItems, async (params, id) => {
      const session = await getSession(id);
      await cursor('item', params, async (item) => session.line_items.find((line) => line.id === item) ?? null);
      return lineItemList(session, params);
    }),
  );

  async function getSession(id: string) {
    const session = await currentSession(sandbox, id);
    if (!session) throw noSuchSession(id);
    return session;
  }

  return app;
}

function noSuchSession(id: string) {
  return noSuch('checkout.session', id, 'session', 404);
}
