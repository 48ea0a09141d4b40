// The signed-in user, read from the storage of the account library without loading that library.
import { atom } from 'nanostores';
import type { AccountsConfig } from '#contract/people/accounts.ts';

/** Claims of the ID token about its owner. `userId` is the account service's own id (the sub claim). */
export type SignedInUser = { userId: string; email: string; nickname: string };

/** Undefined on the server and until the browser has looked: pages are the same for every visitor. */
export const currentUser = atom<SignedInUser | null | undefined>(undefined);

/** A token that expires sooner is renewed before it is used. */
const EXPIRY_MARGIN_MS = 30_000;

let storagePrefix = '';
let configuration: AccountsConfig | null = null;
let redirectTo: string | null = null;

/** To be called once in the browser. Signing in or out in another tab is noticed here too. */
export function startSession(config: AccountsConfig) {
  configuration = config;
  storagePrefix = `CognitoIdentityServiceProvider.${config.clientId}.`;
  readSession();
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(storagePrefix)) readSession();
  });
}

/** Looks again who is signed in: after every sign-in, sign-out and change of the account. */
export function readSession(): SignedInUser | null {
  const user = storedUser();
  if (user) redirectTo = null;
  const known = currentUser.get();
  if (known === undefined || JSON.stringify(known) !== JSON.stringify(user)) currentUser.set(user);
  return user;
}

/** Where a guarded screen redirects to after its user has signed out; null when the session has expired, or never was. */
export function redirectAfterSignOut(): string | null {
  return redirectTo;
}

/** True if this browser holds a session, said or not: registration has one for a moment, which no screen shows. */
export function hasSession(): boolean {
  return storedUser() !== null;
}

/** The token that proves to the shop's API who asks; renewed when it is about to end. Null when nobody is signed in. */
export async function idToken(): Promise<string | null> {
  if (!hasSession()) return null;
  const token = storedIdToken();
  const expires = Number(readClaims(token)?.exp) * 1_000 + Number(stored('clockDrift') ?? 0);
  if (token && expires - Date.now() > EXPIRY_MARGIN_MS) return token;
  const { renewIdToken } = await loadAccounts();
  const renewed = await renewIdToken();
  readSession();
  return renewed;
}

/**
 * Revokes and deletes the tokens of this browser, also where the account service cannot be reached. `redirectTo`: the user
 * wanted to sign out, and goes there instead of to the login and back.
 */
export async function endSession(options?: { redirectTo: string }): Promise<void> {
  const { signOut } = await loadAccounts();
  await signOut().catch(() => {});
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(storagePrefix) && !/\.(deviceKey|deviceGroupKey|randomPasswordKey)$/.test(key))
      window.localStorage.removeItem(key);
  }
  redirectTo = options?.redirectTo ?? null;
  readSession();
}

export type Accounts = typeof import('./accounts.ts');

/** The account library, configured. It is a file of its own, loaded when it is first needed. */
export async function loadAccounts(): Promise<Accounts> {
  const accounts = await import('./accounts.ts');
  if (configuration) accounts.configureAccounts(configuration);
  return accounts;
}

type Claims = Record<string, unknown>;

function storedUser(): SignedInUser | null {
  const claims = readClaims(storedIdToken());
  return claims && stored('refreshToken') ? userOf(claims) : null;
}

function userOf(claims: Claims): SignedInUser {
  const email = String(claims.email ?? '');
  return { userId: String(claims.sub ?? ''), email, nickname: String(claims.nickname ?? email.split('@')[0]) };
}

function storedIdToken(): string | null {
  return stored('idToken');
}

function stored(name: string): string | null {
  try {
    const user = window.localStorage.getItem(`${storagePrefix}LastAuthUser`);
    return user && window.localStorage.getItem(`${storagePrefix}${user}.${name}`);
  } catch {
    // Storage is refused: nobody is signed in.
    return null;
  }
}

/** Not verified: only for what is shown. */
function readClaims(token: string | null): Claims | null {
  try {
    const body = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))));
  } catch {
    return null;
  }
}
