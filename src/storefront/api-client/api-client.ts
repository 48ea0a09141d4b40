import type { Problem } from '#contract/errors.ts';

export type ApiClient = {
  /** `path` begins with a slash, without /api. Throws an ApiError for every answer that is not a success. */
  get: <T>(path: string, init?: { signal?: AbortSignal }) => Promise<T>;
};

export class ApiError extends Error {
  status: number;
  requestId: string | null;

  constructor(status: number, message: string, requestId: string | null) {
    super(message);
    this.status = status;
    this.requestId = requestId;
  }
}

/**
 * `fetch` is the platform's in the browser and the API's own on the server. The message of a failed answer is its
 * `message` field, else the status text (specification, section 8).
 */
function createApiClient(options: {
  fetch: (request: Request) => Response | Promise<Response>;
  base: string;
}): ApiClient {
  return {
    async get<T>(path: string, init?: { signal?: AbortSignal }) {
      const response = await options.fetch(new Request(`${options.base}/api${path}`, init ?? {}));
      if (response.ok) return (await response.json()) as T;
      const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
      throw new ApiError(response.status, problem.message || response.statusText, response.headers.get('x-request-id'));
    },
  };
}

/** The API as the browser reaches it: at the address of the page. */
export function createBrowserApi(): ApiClient {
  return createApiClient({ fetch: (request) => fetch(request), base: window.location.origin });
}

/** The API in this process: its own `fetch` gets the request, and no host is asked. */
export function createInnerApi(apiFetch: (request: Request) => Response | Promise<Response>): ApiClient {
  return createApiClient({ fetch: apiFetch, base: 'http://api.internal' });
}
