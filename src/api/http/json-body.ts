import type { Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { tooLargeMessage } from '#platform/http/too-large.ts';
import { badRequest } from './answers.ts';

const LARGEST_BYTES = 64 * 1024;

/** For routes that take a body of any type. */
export const limitedBody: MiddlewareHandler<Env> = bodyLimit({
  maxSize: LARGEST_BYTES,
  onError: () => {
    throw new HTTPException(413, { message: tooLargeMessage(LARGEST_BYTES) });
  },
});

const json: MiddlewareHandler<Env> = async (c, next) => {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw badRequest('The body must be JSON, sent with the header content-type: application/json.');
  try {
    await c.req.json();
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  await next();
};

/** For routes that take JSON: what is too large, of another type or broken is refused with a clear sentence. */
export const jsonBody = [limitedBody, json] as const;
