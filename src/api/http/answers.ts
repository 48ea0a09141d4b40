// Answers of every route: the shapes of success and failure in OpenAPI, and the errors that become them.
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { z } from 'zod';
import { type ErrorCode, problemSchema } from '#contract/errors.ts';
import { createGiveWay } from '#platform/http/door/give-way.ts';

export function ok<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A body that a route takes; without one the request is not valid. */
export function jsonContent<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The name under which the OpenAPI document describes how a caller says who they are. */
export const bearerScheme = 'bearer';
export const bearer: Array<Record<string, string[]>> = [{ [bearerScheme]: [] }];
/** The same of a key, which a seller's own programs send. */
export const keyScheme = 'sellerKey';
/** For what people of a shop and its programs can do. */
export const bearerOrKey: Array<Record<string, string[]>> = [{ [bearerScheme]: [] }, { [keyScheme]: [] }];

const descriptions = {
  400: 'A parameter or the body is not valid; the message says which and why',
  401: 'The caller is not signed in, or no longer',
  403: 'The caller is of the staff, in a role that does not include it; the message says which does and who gives it',
  404: "There is no such thing, or it is not the caller's",
  408: 'Nothing more of the body has come for a while',
  409: 'It cannot be done as things are; the message says why',
  412: 'A header that the protocol asks for is missing; the message says which',
  413: 'The body is too large',
  423: 'Somebody else is at it at the moment; Retry-After says when to try again',
  429: 'Too many of these in a short time; the header Retry-After says how many seconds to wait',
  502: 'The payment provider does not take this order',
  503: 'The database, the payment provider, or who is signed in, cannot be asked at the moment; Retry-After says when to try again',
  507: 'There is no room for it, of the shop or of the seller; the message says which',
} as const;

export type ProblemStatus = keyof typeof descriptions;

const headers: Partial<Record<ProblemStatus, object>> = {
  429: { 'Retry-After': { description: 'Seconds until it can be asked again', schema: { type: 'integer' } } },
};

export function problems<S extends ProblemStatus>(...statuses: S[]) {
  const entries = statuses.map((status) => {
    const own = headers[status];
    return [status, { ...ok(problemSchema, descriptions[status]), ...(own && { headers: own }) }];
  });
  return Object.fromEntries(entries) as Record<
    S,
    { description: string; content: { 'application/json': { schema: typeof problemSchema } } }
  >;
}

const codes: Partial<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'bad_request',
  409: 'conflict',
  410: 'not_found',
  423: 'conflict',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  507: 'unavailable',
};

/** The code for a status of ours; anything unforeseen is 'internal'. */
export function codeOf(status: number): ErrorCode {
  return codes[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'internal');
}

export function badRequest(message: string): HTTPException {
  return new HTTPException(400, { message });
}

/** Error for what cannot be done as things are; the message says what to do. */
export function conflict(message: string): HTTPException {
  return new HTTPException(409, { message });
}

export function notFound(message: string): HTTPException {
  return new HTTPException(404, { message });
}

/** For what a limiter of rate-limiter-flexible has refused. */
export function tooManyRequests(c: Context, refused: RateLimiterRes, message: string): HTTPException {
  c.header('retry-after', String(Math.ceil(refused.msBeforeNext / 1_000)));
  return new HTTPException(429, { message });
}

/** A body that is made while it is sent, and gives way to other requests. A reader that goes away stops the work. */
export function streamed(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const giveWay = createGiveWay();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      await giveWay();
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
