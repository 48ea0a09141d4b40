import { z } from '@hono/zod-openapi';
import type { Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { tooLargeMessage } from '#platform/http/door/door-refusal.ts';
import { badRequest } from './answers.ts';
import { withTerms } from './route-terms.ts';

const LARGEST_BYTES = 64 * 1024;

const limitedTo = (largest: number): MiddlewareHandler<Env> =>
  withTerms(
    bodyLimit({
      maxSize: largest,
      onError: () => {
        throw new HTTPException(413, { message: tooLargeMessage(largest) });
      },
    }),
    { problems: [413], largestBody: largest },
  );
const limitedBody = limitedTo(LARGEST_BYTES);

const json: MiddlewareHandler<Env> = withTerms(
  async (c, next) => {
    const type = c.req.header('content-type') ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type))
      throw badRequest('The body must be JSON, sent with the header content-type: application/json.');
    try {
      await c.req.json();
    } catch {
      throw badRequest('The body is not valid JSON.');
    }
    await next();
  },
  { problems: [400] },
);

const optionalJson: MiddlewareHandler<Env> = withTerms(
  async (c, next) => {
    if (c.req.header('content-type') === undefined && (await c.req.text()) === '') return next();
    return json(c, next);
  },
  { problems: [400] },
);

/** For routes that take JSON or nothing. */
export const optionalJsonBody = [limitedBody, optionalJson] as const;

/** For routes that take JSON: what is too large, of another type or broken is refused with a clear sentence. */
export const jsonBody = [limitedBody, json] as const;

/** The same for bodies that may be larger. */
export const jsonBodyOf = (largest: number) => [limitedTo(largest), json] as const;

/** For routes that take a file as it is. */
export const fileBodyOf = limitedTo;

const form: MiddlewareHandler<Env> = withTerms(
  async (c, next) => {
    const type = c.req.header('content-type');
    if (type !== undefined && !/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
      throw badRequest('The body must be that of a form, such as content-type: application/x-www-form-urlencoded.');
    await next();
  },
  { problems: [400] },
);

/** For routes that take a form, as a page or a mail program sends it, or nothing. */
export const formBody = [limitedBody, form] as const;

/** One field of a form, which alone may fill the whole body. */
export const formField = () => z.string().max(LARGEST_BYTES).optional();
