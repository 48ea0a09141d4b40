// How keys come to the API: as text with a key on each line, or as JSON.
import { z } from '@hono/zod-openapi';
import type { Context, Env, Next } from 'hono';
import { badRequest } from '../../http/answers.ts';
import { readKeys } from './product-key.rules.ts';

export const loadKeysQuery = z.object({
  edition: z
    .string()
    .max(5_000)
    .default('')
    .meta({ description: 'Of which list they are, as lists tell it; left out: that of the product as a whole' }),
  batch: z
    .string()
    .trim()
    .max(60, 'must be at most 60 characters')
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must not hold control characters')
    .default('')
    .meta({ description: 'What to know these by, such as a date' }),
  dry_run: z.stringbool('must be true or false').default(false),
});

/** Refuses what is neither text nor JSON, before anything else looks at it. */
export const textOrJson = async <E extends Env>(c: Context<E>, next: Next): Promise<void> => {
  const type = c.req.header('content-type') ?? '';
  if (!isJson(c) && !/^text\/plain\s*(;|$)/i.test(type))
    throw badRequest('Send the keys as text/plain with a key on each line, or as application/json.');
  if (isJson(c))
    await c.req.json().catch(() => {
      throw badRequest('The body is not valid JSON.');
    });
  await next();
};

function isJson(c: Context): boolean {
  return /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '');
}

/** A key on each line, or the list of a JSON body. */
export async function readKeysBody(c: Context, json: () => { keys: string[] }) {
  if (isJson(c)) return readKeys(json().keys, (number) => `Key ${number}`);
  return readKeys(textOf(await c.req.arrayBuffer()).split(/\r\n|\n|\r/), (number) => `Line ${number}`);
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The text is not UTF-8: save it as UTF-8 and send it again.');
  }
}
