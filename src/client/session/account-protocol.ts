// Single actions of the account service, for what its library does not know. Without that library: 40 kB.
import type { AccountsConfig } from '#contract/people/accounts.ts';

/** `target` such as 'HearthAccounts.ProveOwner'. Throws errors with the service's name and message, as the library does. */
export async function callAccounts<T = Record<string, never>>(
  config: AccountsConfig,
  target: string,
  input: Record<string, unknown>,
): Promise<T> {
  const response = await fetch(config.endpoint ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: JSON.stringify(input),
  }).catch((error) => {
    throw named('NetworkError', String(error));
  });
  const body = await response.json();
  if (!response.ok) throw named(body.__type, body.message);
  return body;
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
