// Steps of every endpoint: it reads its parameters, refuses what it does not know, answers JSON.
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Seen } from '#platform';
import type { Sandbox } from '../sandbox.ts';
import type { Db } from '../schema.ts';
import { keyTooLong, LONGEST_KEY, unreadableBody } from './errors.ts';
import { type Form, parseForm } from './form.ts';
import { once } from './idempotency.ts';
import { readParameters } from './parameters.ts';

export type Env = { Variables: { requestId: string; account: string | null }; Bindings: { seen: Seen } };
export type Handler = (c: Context<Env>) => Promise<Response>;

/** Names in a request beside its parameters. */
type Named = {
  /** The connected account that it is made for (`Stripe-Account`); null: the platform. */
  account: string | null;
  /** Part that the address names within the object of `id`. */
  part: string;
};

/** Answers a question. `id` is what the address names, '' where it names nothing. */
export function reads<S extends z.ZodType>(
  parameters: S,
  answer: (params: z.output<S>, id: string, named: Named) => Promise<object>,
): Handler {
  return async (c) => {
    const form = parseForm(new URL(c.req.url).search.slice(1));
    return c.json(await answer(readParameters(parameters, form), idOf(c), namedBy(c)));
  };
}

/**
 * Changes something, once for each idempotency key. Parameters that are not accepted, by the schema or by `check`, leave the
 * key unused.
 */
export function writes<S extends z.ZodType>(
  sandbox: Sandbox,
  parameters: S,
  execute: (transaction: Db, params: z.output<S>, id: string, named: Named) => Promise<object>,
  check: (params: z.output<S>) => void = () => {},
): Handler {
  return async (c) => {
    const form = await readBody(c);
    const params = readParameters(parameters, form);
    check(params);
    return answerOnce(c, sandbox, form, (transaction) => execute(transaction, params, idOf(c), namedBy(c)));
  };
}

/** Executes what `asked` says once for each key, and sends the same answer however often it comes. */
export async function answerOnce(
  c: Context<Env>,
  { db }: Pick<Sandbox, 'db'>,
  asked: unknown,
  execute: (transaction: Db) => Promise<object>,
  { keepsRefusals = true } = {},
): Promise<Response> {
  const key = c.req.header('idempotency-key') || null;
  if (key !== null && key.length > LONGEST_KEY) throw keyTooLong();
  const account = c.get('account');
  // Each account has keys of its own.
  const stored = key !== null && account !== null ? `${account} ${key}` : key;
  const request = { key: stored, endpoint: c.req.path, form: asked, requestId: c.get('requestId'), keepsRefusals };
  const answer = await once(db, request, execute);
  if (key !== null) c.header('idempotency-key', key);
  if (key !== null) c.header('original-request', answer.originalRequest);
  if (answer.replayed) c.header('idempotent-replayed', 'true');
  return c.body(answer.body, answer.status, { 'content-type': 'application/json' });
}

/** Changes something in transactions of its own, and may tell the shop before it answers. It keeps no idempotency keys. */
export function acts<S extends z.ZodType>(
  parameters: S,
  act: (params: z.output<S>, id: string, named: Named) => Promise<object>,
): Handler {
  return async (c) => c.json(await act(readParameters(parameters, await readBody(c)), idOf(c), namedBy(c)));
}

function namedBy(c: Context<Env>): Named {
  return { account: c.get('account'), part: c.req.param('part') ?? '' };
}

export function idOf(c: Context<Env>): string {
  return c.req.param('id') ?? '';
}

async function readBody(c: Context<Env>): Promise<Form> {
  const body = await c.req.text();
  const type = c.req.header('content-type') ?? '';
  if (body !== '' && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw unreadableBody('the content type must be application/x-www-form-urlencoded.');
  return parseForm(body);
}
