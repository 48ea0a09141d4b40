// The wire: POST, an action in x-amz-target, JSON 1.1 both ways, errors as a type and a message.
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { z } from 'zod';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database/database-away.ts';
import { tooLargeMessage } from '#platform/http/door/door-refusal.ts';
import type { Call, Env, Log, Service } from '../service.ts';
import { invalidParameter, ourFault, ProtocolError, serialization } from './errors.ts';
import { findOperation } from './operations.ts';

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const LARGEST_BODY = 96 * 1024;

/** Other sites may call: nothing here goes by cookies. */
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['POST', 'OPTIONS'],
  allowHeaders: [
    'content-type',
    'x-amz-target',
    'x-amz-user-agent',
    'cache-control',
    'amz-sdk-invocation-id',
    'amz-sdk-request',
    'authorization',
    'x-amz-date',
    'x-amz-security-token',
    'x-amz-content-sha256',
  ],
  exposeHeaders: ['x-amzn-requestid', 'x-amzn-errortype', 'x-amzn-errormessage'],
  maxAge: 86_400,
});

export function protocolRoutes(service: Service, log: Log): Hono<Env> {
  const app = new Hono<Env>();
  app.use('/', crossOrigin);
  app.post(
    '/',
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: tooLong,
    }),
    async (c) => {
      try {
        const found = findOperation(c.req.header('x-amz-target') ?? '');
        if (!found) throw new ProtocolError('UnknownOperationException', 'There is no such action.');
        c.env.seen.action = found.name;
        const input = readInput(await readBody(c.req.raw), found.operation.input);
        const call: Call = { address: c.env.peer };
        return answer(200, await found.operation.run(input as never, service, call));
      } catch (error) {
        if (error instanceof ProtocolError) return failure(error);
        const { action, id } = c.env.seen;
        if (isDatabaseAway(error)) {
          log.warn({ part: 'identity', action, requestId: id, error: String(error) });
          return failure(new ProtocolError('ServiceUnavailableException', databaseAway), {
            headers: { 'retry-after': RETRY_SECONDS },
          });
        }
        log.error({ part: 'identity', action, requestId: id, error: (error as Error).stack });
        return failure(new ProtocolError('InternalErrorException', ourFault(id)));
      }
    },
  );
  return app;
}

/** The rest of the body is not read: the connection cannot carry another request, and says so. */
function tooLong(): Response {
  return failure(serialization(tooLargeMessage(LARGEST_BODY)), { status: 413, headers: { connection: 'close' } });
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(x-amz-json-1\.[01]|json)\s*(;|$)/i.test(type))
    throw serialization(`The content type must be ${CONTENT_TYPE}.`);
  try {
    return JSON.parse(await request.text());
  } catch {
    throw serialization('The body is not valid JSON.');
  }
}

/** A wrong type is a fault of the form, anything else one of a value: clients tell the two apart. */
function readInput(body: unknown, schema: z.ZodType): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw serialization('The body must be a JSON object.');
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  if (issue?.code === 'invalid_type' && issue.input !== undefined && issue.input !== null)
    throw serialization(`${place} must be a ${issue.expected}.`);
  throw invalidParameter(
    `1 validation error detected: Value at '${place}' failed to satisfy constraint: ${issue?.message ?? 'not valid'}`,
  );
}

function failure(
  { type, message, status }: ProtocolError,
  more: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return answer(more.status ?? status, { __type: type, message }, { 'x-amzn-errortype': type, ...more.headers });
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': CONTENT_TYPE, ...headers },
  });
}
