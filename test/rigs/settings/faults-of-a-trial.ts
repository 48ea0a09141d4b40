// Faults of a trial that has just been opened: the demo is to be whole, and to let in the accounts that the start names.
import type { ServerProcess } from '../../processes/server-process.ts';

const faultyLines = /not whole|do not run|not there|cannot|deprecated|^\s+at /m;

/** The lines of the start that say who signs in how; `besides`: what is asked for after the password. */
export function announced(printed: string): Record<string, { email: string; password: string; besides: string }> {
  const lines = [...printed.matchAll(/^ {2}(buyer|seller|staff) +(\S+@\S+) +([a-z0-9]+)(?:, then (.*))?$/gm)];
  return Object.fromEntries(
    lines.map(([, who = '', email = '', password = '', besides = '']) => [who, { email, password, besides }]),
  );
}

type Answer = { ChallengeName?: string; AuthenticationResult?: { IdToken: string }; message?: string };

/** Answers what is wrong, each in a sentence. */
export async function faultsOfATrial(shop: ServerProcess): Promise<string[]> {
  const faults: string[] = [];
  const [said] = shop.printed().match(faultyLines) ?? [];
  if (said) faults.push(`the start says: ${said.trim()}`);
  const logins = announced(shop.out());
  if (Object.keys(logins).sort().join() !== 'buyer,seller,staff')
    faults.push(`the start names ${Object.keys(logins).join(', ') || 'nobody'}`);
  for (const [who, { email, password, besides }] of Object.entries(logins)) {
    const answer = await signIn(shop.address, email, password);
    const isIn = besides ? answer.ChallengeName === 'EMAIL_OTP' : answer.AuthenticationResult !== undefined;
    if (!isIn) faults.push(`${who} does not come in: ${answer.message ?? answer.ChallengeName}`);
    const token = answer.AuthenticationResult?.IdToken;
    if (who !== 'seller' || !token) continue;
    const response = await fetch(`${shop.address}/api/seller/mine`, { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await response.json()) as { items?: unknown[] };
    if (!items?.length) faults.push('the seller has no shop');
  }
  return faults;
}

async function signIn(address: string, email: string, password: string): Promise<Answer> {
  const response = await fetch(`${address}/identity`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'hearthstorefront',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  return (await response.json()) as Answer;
}
