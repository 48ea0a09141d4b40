import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { email, expand, metadata, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { customerObject } from './customer.object.ts';
import { addCustomer, findCustomer } from './customer.store.ts';

/** Characters. */
const LONGEST_NAME = 256;
const LONGEST_PHONE = 20;

const retrieve = z.strictObject({ expand: expand() });
const create = z.strictObject({
  email: email.optional(),
  name: text(LONGEST_NAME).optional(),
  phone: text(LONGEST_PHONE).optional(),
  description: text().optional(),
  metadata,
  expand: expand(),
});

export function customerRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.post(
    '/customers',
    writes(sandbox, create, async (transaction, params) => {
      const customer = await addCustomer(transaction, {
        id: newId('cus'),
        email: params.email ?? null,
        name: params.name ?? null,
        phone: params.phone ?? null,
        description: params.description ?? null,
        metadata: JSON.stringify(params.metadata),
        created_at: sandbox.now(),
      });
      return customerObject(customer);
    }),
  );

  app.get(
    '/customers/:id{\\w+}',
    reads(retrieve, async (_params, id) => {
      const customer = await findCustomer(sandbox.db, id);
      if (!customer) throw noSuch('customer', id, 'id', 404);
      return customerObject(customer);
    }),
  );

  return app;
}
