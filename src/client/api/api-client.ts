import type { Problem } from '#contract/errors.ts';

type Init = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/**
 * `next` is the path, without /api, under which the list goes on, and `previous` that of the page before; null at its end, and at its
 * beginning, or left out where the list goes in one direction.
 */
export type ListPage<T> = { items: T[]; next: string | null; previous?: string | null };

/**
 * The shop's API. `path` begins with a slash, without /api. Every call throws an ApiError for an answer that is not a
 * success, and a NoAnswer where there is none.
 */
export type ApiClient = {
  /** `asUser`: the answer is the signed-in user's own. Without it everybody gets the same one, which may be cached. */
  get: <T>(path: string, init?: Init & { asUser?: boolean }) => Promise<T>;
  /** A page of a list that may go on. */
  list: <T>(path: string, init?: Init & { asUser?: boolean }) => Promise<ListPage<T>>;
  /** What changes something is always done in the name of the signed-in user, if there is one. */
  post: <T>(path: string, body: unknown, init?: Init) => Promise<T>;
  put: <T>(path: string, body: unknown, init?: Init) => Promise<T>;
  delete: <T>(path: string, init?: Init) => Promise<T>;
  /** Sends a file as it is; its type says what it holds. */
  postFile: <T>(path: string, file: Blob, init?: Init) => Promise<T>;
  /** What is read while it comes, such as a long file of the signed-in user's own. */
  open: (path: string, init?: Init) => Promise<Response>;
  /** A file of the signed-in user's own. */
  getFile: (path: string) => Promise<Blob>;
};

export class ApiError extends Error {
  status: number;
  requestId: string | null;
  /** The content of the answer as it came. */
  body: string;

  constructor(status: number, message: string, requestId: string | null, body = '') {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.body = body;
  }
}

/** Nothing answered: the browser is offline, or the shop cannot be reached. */
export class NoAnswer extends Error {}

export type ApiCall = { method: string; path: string; asUser: boolean };

/**
 * `fetch` is the platform's in the browser and the API's own on the server. The message of a failed answer is its
 * `message` field, else the status text (statement E-11). `headersOf` adds what a call carries beside its
 * content; `onFailure` hears of each failed answer before it is thrown. Where `mayRepeat` resolves with true, the call is made once more.
 */
export function createApiClient(options: {
  fetch: (request: Request) => Response | Promise<Response>;
  base: string;
  headersOf?: (call: ApiCall) => Promise<Record<string, string>>;
  onFailure?: (call: ApiCall, error: ApiError) => Promise<void>;
  mayRepeat?: (error: ApiError) => Promise<boolean>;
}): ApiClient {
  async function answerOrNone(request: Request, init?: Init): Promise<Response> {
    try {
      return await options.fetch(request);
    } catch (error) {
      // Aborted by the caller: no failure of the shop.
      throw init?.signal?.aborted ? error : new NoAnswer((error as Error).message, { cause: error });
    }
  }

  async function answerTo(call: ApiCall, init?: Init, body?: unknown): Promise<Response> {
    try {
      return await answerOnce(call, init, body);
    } catch (error) {
      if (!(error instanceof ApiError) || !(await options.mayRepeat?.(error))) throw error;
      return await answerOnce(call, init, body);
    }
  }

  async function answerOnce(call: ApiCall, init?: Init, body?: unknown): Promise<Response> {
    const request = new Request(`${options.base}/api${call.path}`, {
      method: call.method,
      headers: {
        ...(await options.headersOf?.(call)),
        ...init?.headers,
        ...(body !== undefined && { 'content-type': isFile(body) ? body.type || anyType : 'application/json' }),
      },
      ...(body !== undefined && { body: isFile(body) ? body : JSON.stringify(body) }),
      signal: init?.signal ?? null,
    });
    const response = await answerOrNone(request, init);
    if (response.ok) return response;
    const text = await response.text().catch(() => '');
    const message = readProblem(text)?.message || response.statusText;
    const error = new ApiError(response.status, message, response.headers.get('x-request-id'), text);
    await options.onFailure?.(call, error);
    throw error;
  }

  async function send<T>(call: ApiCall, init?: Init, body?: unknown): Promise<T> {
    const text = await (await answerTo(call, init, body)).text();
    return (text ? JSON.parse(text) : undefined) as T;
  }

  const change = (method: string) => (path: string, body: unknown, init?: Init) =>
    send<never>({ method, path, asUser: true }, init, body);
  return {
    get: (path, init) => send({ method: 'GET', path, asUser: init?.asUser ?? false }, init),
    async list<T>(path: string, init?: Init & { asUser?: boolean }) {
      const response = await answerTo({ method: 'GET', path, asUser: init?.asUser ?? false }, init);
      const links = (response.headers.get('link') ?? '').matchAll(/<\/api([^<>]*)>; rel="(\w+)"/g);
      const paths = new Map([...links].map(([, path = '', rel = '']) => [rel, path]));
      const linkTo = (rel: string) => paths.get(rel) ?? null;
      return { items: (await response.json()) as T[], next: linkTo('next'), previous: linkTo('prev') };
    },
    post: change('POST'),
    put: change('PUT'),
    postFile: change('POST'),
    delete: (path, init) => change('DELETE')(path, undefined, init),
    open: (path, init) => answerTo({ method: 'GET', path, asUser: true }, init),
    getFile: async (path) => (await answerTo({ method: 'GET', path, asUser: true })).blob(),
  };
}

const anyType = 'application/octet-stream';

function isFile(body: unknown): body is Blob {
  return body instanceof Blob;
}

/** What a failed answer says of itself; null where it is no JSON. */
export function readProblem(text: string): (Partial<Problem> & { error?: unknown }) | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The API in this process: its own `fetch` gets the request, without a network. */
export function createInnerApi(apiFetch: (request: Request) => Response | Promise<Response>): ApiClient {
  return createApiClient({ fetch: apiFetch, base: 'http://api.internal' });
}
