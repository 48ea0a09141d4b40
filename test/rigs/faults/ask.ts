export type Answer = {
  status: number;
  headers: Headers;
  /** Empty where it is no JSON. */
  body: Record<string, unknown>;
};

export type Asked = {
  token?: string | null | undefined;
  /** The visitor's address, as a proxy would tell it. */
  peer?: string;
  json?: unknown;
  form?: Record<string, string>;
  action?: string;
};

const PATIENCE_MS = 90_000;

/** One request; null when the connection ended before its answer, so that nobody knows what became of it. */
export async function ask(url: string, { token, peer, json, form, action }: Asked = {}): Promise<Answer | null> {
  const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(peer && { 'x-forwarded-for': peer }),
        ...(json !== undefined && { 'content-type': action ? 'application/x-amz-json-1.1' : 'application/json' }),
        ...(action && { 'x-amz-target': `AWSCognitoIdentityProviderService.${action}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new Error(`${url} did not answer within ${PATIENCE_MS} ms`);
    return null;
  }
}

/**
 * Fault in an answer of a shop that cannot serve; null: it serves, or asks to come again. To the shop the sandbox
 * is a payment provider like another, which does not answer then.
 */
export function refusalOf({ status, headers, body }: Answer, url: string): string | null {
  if (status < 500 || (status === 503 && headers.get('retry-after'))) return null;
  if (status === 502 && ['/api/checkout-session', '/api/order', '/api/success'].includes(routeOf(url))) return null;
  return `${routeOf(url)} answered ${status} ${JSON.stringify(body.message ?? body)}`;
}

/** Enough to recognize an address by, without what differs each time. */
export function routeOf(url: string): string {
  const path = new URL(url).pathname;
  return path.startsWith('/pay/') ? '/pay' : path.split('/', 3).join('/');
}

/** One action of the account service. */
export function askAccounts(shop: string, action: string, input: object, peer?: string): Promise<Answer | null> {
  return ask(`${shop}/identity/`, {
    action,
    json: { ClientId: 'hearthstorefront', ...input },
    ...(peer && { peer }),
  });
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
