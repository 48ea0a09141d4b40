// Requests of OAuth clients (RFC 6749 with RFC 7636): read from the address, and carried through the login form.
import type { Pool } from '../pool.ts';
import { OWN_SCOPE } from '../tokens/tokens.ts';

const scopes = ['openid', 'email', 'profile', OWN_SCOPE];
/** Characters of a value, and of all of them, written as in an address: they go back to the client in a header. */
const LONGEST = 4_096;
const LONGEST_OF_ALL = 8_192;

export type AuthorizationRequest = {
  redirectUri: string;
  scope: string;
  state: string | null;
  nonce: string | null;
  codeChallenge: string;
  /** The person has to prove again who they are, also where they are signed in. */
  loginAgain: boolean;
};

/**
 * `refused`: nobody may be sent anywhere, because the address to return to is not one of this client's. `error`: the
 * client is told, at its address.
 */
export type ReadRequest =
  | { ok: true; request: AuthorizationRequest }
  | { ok: false; refused: string }
  | { ok: false; error: string; description: string; redirectUri: string; state: string | null };

export const UNKNOWN_CLIENT = 'This client is not known here.';
export const unknownClient = { ok: false, refused: UNKNOWN_CLIENT } as const;
export const unknownAddress = {
  ok: false,
  refused: 'The address to return to is not one that this client has registered.',
} as const;

export function readAuthorizationRequest(params: URLSearchParams, pool: Pool): ReadRequest {
  const redirectUri = params.get('redirect_uri') ?? '';
  if (params.get('client_id') !== pool.clientId) return unknownClient;
  if (!pool.redirectUris.includes(redirectUri)) return unknownAddress;

  const given = params.get('state');
  // A refused state is not sent back.
  const state = given !== null && isSound(given) ? given : null;
  const refuse = (error: string, description: string) => ({
    ok: false as const,
    error,
    description,
    redirectUri,
    state,
  });
  if ([...params.values()].some(hasControls))
    return refuse('invalid_request', 'Parameters must not hold control characters.');
  if (![...params.values()].every(isSound) || params.toString().length > LONGEST_OF_ALL)
    return refuse('invalid_request', 'A parameter is too long.');
  if (params.get('response_type') !== 'code')
    return refuse('unsupported_response_type', 'Only response_type=code is offered.');
  const codeChallenge = params.get('code_challenge') ?? '';
  if (params.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
    return refuse('invalid_request', 'A code_challenge with code_challenge_method=S256 is required.');
  const wanted = (params.get('scope') ?? 'openid email profile').split(/[\s+]+/).filter(Boolean);
  if (wanted.some((scope) => !scopes.includes(scope)))
    return refuse('invalid_scope', `Scopes are: ${scopes.join(' ')}.`);
  return {
    ok: true,
    request: {
      redirectUri,
      scope: wanted.join(' '),
      state,
      nonce: params.get('nonce'),
      codeChallenge,
      loginAgain: params.get('prompt') === 'login',
    },
  };
}

function hasControls(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return /[\u0000-\u001f]/.test(value);
}

function isSound(value: string): boolean {
  return !hasControls(value) && encodeURIComponent(value).length <= LONGEST;
}

/** The client's address with the answer added to whatever query it has. */
export function returnAddress(redirectUri: string, answer: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
