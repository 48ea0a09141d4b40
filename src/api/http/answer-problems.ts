import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Problem } from '#contract/errors.ts';
import { noStore } from '#contract/site-address.ts';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database/database-away.ts';
import { browserPage, browserPageHeaders, isForBrowser } from '#platform/http/browser-page.ts';
import type { Log } from '#platform/observability/log.ts';
import { StorageAway, storageAway } from '#platform/storage/storage.ts';
import { codeOf } from './answers.ts';
import type { AnyRefusalCode } from './refusal-answer.ts';
import { requestContextOf } from './request-context.ts';
import { isFileRoute } from './sends-file.ts';

/** Answer to an error. `log`: the operator hears of it, as a fault of the shop or as a passing problem. */
export type Fault = {
  status: ContentfulStatusCode;
  message: string;
  /** Unset: the default of a 503, and none with other statuses. */
  retryAfterSeconds?: number | null;
  /** Reason why buying was refused. */
  refusal?: AnyRefusalCode;
  /** Current state, where it is not what the caller thought. */
  current?: Record<string, unknown> | undefined;
  log?: 'error' | 'warn';
};

/**
 * Answers what is thrown, and addresses that there are none, as the contract's Problem. `faultOf` knows the errors of the
 * topics; null is for those that it does not know.
 */
export function answerProblems(app: OpenAPIHono, options: { log: Log; faultOf: (error: Error) => Fault | null }) {
  app.notFound((c) => {
    c.header('cache-control', noStore);
    return c.json(problem(404, 'There is nothing at this address. See /api/docs.', c), 404);
  });

  app.onError((error, c) => {
    const fault = options.faultOf(error) ?? generalFault(error);
    if (fault.log)
      options.log[fault.log]({ ...whereOf(c), ...(fault.log === 'warn' ? inShort(error) : inFull(error)) });
    const retryAfter = fault.retryAfterSeconds ?? (fault.status === 503 ? RETRY_SECONDS : null);
    c.header('cache-control', noStore);
    if (retryAfter !== null) c.header('retry-after', String(retryAfter));
    if (fault.status === 401) c.header('www-authenticate', 'Bearer');
    const { status, message, refusal, current } = fault;
    if (isOpenedFile(c)) return c.body(filePage(message, c), status, browserPageHeaders);
    return c.json({ ...problem(status, message, c), ...(refusal && { refusal }), ...(current && { current }) }, status);
  });
}

const unforeseen = 'Something went wrong on our side. Try again; if it stays, tell us the request id.';

function generalFault(error: Error): Fault {
  if (error instanceof HTTPException) {
    const { status, message } = error;
    return { status, message: status === 500 ? unforeseen : message, ...(status >= 500 && { log: 'error' }) };
  }
  if (isDatabaseAway(error)) return { status: 503, message: databaseAway, log: 'warn' };
  if (error instanceof StorageAway) return { status: 503, message: storageAway, log: 'error' };
  return { status: 500, message: unforeseen, log: 'error' };
}

/** A file that somebody has clicked, whom a browser would show the JSON. */
function isOpenedFile(c: Context): boolean {
  return isForBrowser(c.req.header('accept')) && isFileRoute(c);
}

function filePage(message: string, c: Context): string {
  return browserPage({
    ...{ title: 'This file does not come', message },
    ...{ again: null, requestId: requestContextOf(c).id },
  });
}

function whereOf(c: Context) {
  return { part: 'api', route: c.req.routePath, requestId: requestContextOf(c).id };
}

function inShort(error: Error) {
  return { error: String(error) };
}

function inFull(error: Error) {
  return { error: error.stack, ...(error.cause ? { cause: String(error.cause) } : {}) };
}

/** The body of an answer that is no success. Buying clients look for its sentence in `error`. */
export function problem(status: number, message: string, c: Context): Problem {
  const ofBuying = c.req.path.startsWith('/api/checkout-session');
  return { code: codeOf(status), message, ...(ofBuying && { error: message }), request_id: requestContextOf(c).id };
}
