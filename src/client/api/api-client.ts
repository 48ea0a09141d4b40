import type { Problem } from '#contract/errors.ts';
import type { Answer, Init, PathOf } from './api-calls.ts';

type Own = {
  signal?: AbortSignal | undefined;
};

type OwnOfRead = Own & {
  /** The answer is the signed-in user's own. Without it everybody gets the same one, which may be cached. */
  asUser?: boolean;
};

type OwnOfList = OwnOfRead & {
  /** The page that `next` or `previous` of another one leads to, in the place of the first. */
  page?: string | null | undefined;
};

/**
 * `next` is the path, without /api, under which the list goes on, and `previous` that of the page before; null at its end, and at its
 * beginning, or left out where the list goes in one direction.
 */
export type ListPage<T> = Page<T[]>;

type Page<Items> = { items: Items; next: string | null; previous?: string | null };

/**
 * The shop's API. Paths, parameters, bodies and answers are those of its document. Every call throws an ApiError for an answer that is
 * not a success, and a NoAnswer where there is none.
 */
export type ApiClient = {
  get: <P extends PathOf<'get'>>(path: P, ...init: Init<P, 'get', OwnOfRead>) => Promise<Answer<P, 'get'>>;
  /** A page of a list that may go on. */
  list: <P extends PathOf<'get'>>(path: P, ...init: Init<P, 'get', OwnOfList>) => Promise<Page<Answer<P, 'get'>>>;
  /** Changes are always made in the name of the signed-in user, if there is one. */
  post: <P extends PathOf<'post'>>(path: P, ...init: Init<P, 'post', Own>) => Promise<Answer<P, 'post'>>;
  put: <P extends PathOf<'put'>>(path: P, ...init: Init<P, 'put', Own>) => Promise<Answer<P, 'put'>>;
  delete: <P extends PathOf<'delete'>>(path: P, ...init: Init<P, 'delete', Own>) => Promise<Answer<P, 'delete'>>;
  /** Answers that are read while they come, such as a long file of the signed-in user's own. */
  open: <P extends PathOf<'get'>>(path: P, ...init: Init<P, 'get', Own>) => Promise<Response>;
  /** A file of the signed-in user's own. */
  getFile: <P extends PathOf<'get'>>(path: P, ...init: Init<P, 'get', Own>) => Promise<Blob>;
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

/** Told of a call that has changed something: its path as the document of the API writes it. */
export type ChangeListener = (method: string, path: string) => void;

export type ApiCall = { method: string; path: string; asUser: boolean };

/** A call as it is made: what the types above have checked. */
type Call = OwnOfList & { params?: Params; body?: unknown };
type Params = { path?: Record<string, string>; query?: Record<string, unknown>; header?: Record<string, string> };

/**
 * `fetch` is the platform's in the browser and the API's own on the server. The message of a failed answer is its
 * `message` field, else the status text (statement E-11). `headersOf` adds what a call carries beside its
 * content; `onFailure` is told of each failed answer before it is thrown, `onChange` of each call that
 * has changed something. Where `mayRepeat` resolves with true, the call is made once more.
 */
export function createApiClient(options: {
  fetch: (request: Request) => Response | Promise<Response>;
  base: string;
  headersOf?: (call: ApiCall) => Promise<Record<string, string>>;
  onFailure?: (call: ApiCall, error: ApiError) => Promise<void>;
  onChange?: ChangeListener;
  mayRepeat?: (error: ApiError) => Promise<boolean>;
}): ApiClient {
  async function answerOrNone(request: Request): Promise<Response> {
    try {
      return await options.fetch(request);
    } catch (error) {
      // Aborted by the caller: no failure of the shop.
      throw request.signal.aborted ? error : new NoAnswer((error as Error).message, { cause: error });
    }
  }

  async function answerOnce(call: ApiCall, { params, body, signal }: Call): Promise<Response> {
    const request = new Request(`${options.base}/api${call.path}`, {
      method: call.method,
      headers: {
        ...(await options.headersOf?.(call)),
        ...params?.header,
        ...(body !== undefined && { 'content-type': isFile(body) ? body.type || anyType : 'application/json' }),
      },
      ...(body !== undefined && { body: isFile(body) ? body : JSON.stringify(body) }),
      signal: signal ?? null,
    });
    const response = await answerOrNone(request);
    if (response.ok) return response;
    const text = await response.text().catch(() => '');
    const message = readProblem(text)?.message || response.statusText;
    const error = new ApiError(response.status, message, response.headers.get('x-request-id'), text);
    await options.onFailure?.(call, error);
    throw error;
  }

  async function answerTo(method: string, template: string, call: Call = {}, asUser = true): Promise<Response> {
    const path = call.page ?? pathOf(template, call.params);
    try {
      return await answerOnce({ method, path, asUser }, call);
    } catch (error) {
      if (!(error instanceof ApiError) || !(await options.mayRepeat?.(error))) throw error;
      return await answerOnce({ method, path, asUser }, call);
    }
  }

  const change = (method: string) => async (path: string, call?: Call) => {
    const content = await contentOf(await answerTo(method, path, call));
    options.onChange?.(method, path);
    return content;
  };
  const calls = {
    get: async (path: string, call?: Call) => contentOf(await answerTo('GET', path, call, call?.asUser ?? false)),
    async list(path: string, call?: Call) {
      const response = await answerTo('GET', path, call, call?.asUser ?? false);
      const links = (response.headers.get('link') ?? '').matchAll(/<\/api([^<>]*)>; rel="(\w+)"/g);
      const paths = new Map([...links].map(([, path = '', rel = '']) => [rel, path]));
      const linkTo = (rel: string) => paths.get(rel) ?? null;
      return { items: await response.json(), next: linkTo('next'), previous: linkTo('prev') };
    },
    post: change('POST'),
    put: change('PUT'),
    delete: change('DELETE'),
    open: (path: string, call?: Call) => answerTo('GET', path, call),
    getFile: async (path: string, call?: Call) => (await answerTo('GET', path, call)).blob(),
  };
  return calls as ApiClient;
}

/** The address of a call; a parameter of the query that is a list stands there once for each of its values. */
function pathOf(template: string, { path = {}, query = {} }: Params = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

const anyType = 'application/octet-stream';

function isFile(body: unknown): body is Blob {
  return body instanceof Blob;
}

/** The words of an address as a query whose names are not known before, each with all its values. */
export function queryOf(search: URLSearchParams): Record<string, never> {
  return Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name) as never]));
}

/** Problem that a failed answer describes; null where it is no JSON. */
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
