// Payout pages of the sandbox for sellers and operators of a trial: the onboarding page, and the board that moves accounts and payouts.
import fc from 'fast-check';
import { anyOf, brokenBody, encoded, foreignHost, hostileSegment, likely } from './hostile-values.ts';
import { parameters } from './identity-probes.ts';
import { latest } from './placeholders.ts';
import type { Probe } from './probe.ts';
import { oddHeaders } from './visitors.ts';

const origin = 'http://shop.test';
const form = 'application/x-www-form-urlencoded';

/** Actions of the board, by its buttons. */
const buttons: Record<string, string>[] = [
  { do: 'turn', available_after_seconds: '0', payouts_end: 'paid', webhooks: 'once' },
  { do: 'turn', available_after_seconds: '60', payouts_end: 'failed', webhooks: 'held' },
  { do: 'release', order: 'reversed' },
  { do: 'onboard', account: latest('account'), document: 'accepted' },
  { do: 'available', account: latest('account') },
  { do: 'adjust', account: latest('account'), amount: '25.00' },
  { do: 'adjust', amount: '-25.00' },
  { do: 'pay_out', account: latest('account') },
  { do: 'send', payout: latest('payout') },
  { do: 'pay', payout: latest('payout') },
  { do: 'fail', payout: latest('payout'), failure_code: 'account_closed' },
];
const seller = {
  entity: 'individual',
  given: 'Mara',
  surname: 'Lind',
  birth: '1990-04-01',
  country: 'US',
  routing: '110000000',
  account: '000123456789',
  document: 'accepted',
  terms: 'yes',
  leave: '',
};

/** `boardKey` opens the board. */
export function payoutPageProbes(boardKey: string): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const posts = g(likely, 0.6);
    const isBoard = g(likely, 0.5);
    const key = g(likely, 0.85) ? encoded(boardKey) : g(hostileSegment);
    const done = g(likely, 0.2) ? `&done=${g(hostileSegment)}` : '';
    const token = g(likely, 0.85) ? latest('onboarding') : g(hostileSegment);
    const given = isBoard ? g(anyOf, buttons) : seller;
    const headers: Record<string, string> = { ...g(oddHeaders) };
    delete headers.host;
    if (posts) headers['content-type'] = g(likely, 0.95) ? form : 'text/plain';
    if (posts && g(likely, 0.9)) headers.origin = g(likely, 0.95) ? origin : `https://${foreignHost}`;
    return {
      area: 'payout page',
      route: `${posts ? 'POST' : 'GET'} ${isBoard ? '/pay/connect' : '/pay/onboarding/{token}'}`,
      method: g(likely, 0.97) ? (posts ? 'POST' : 'GET') : g(anyOf, ['PUT', 'HEAD', 'OPTIONS', 'DELETE']),
      path: isBoard ? `/pay/connect?key=${key}${done}` : `/pay/onboarding/${token}`,
      headers,
      body: posts ? (g(likely, 0.06) ? g(brokenBody) : parameters(g, given, g(anyOf, [0, 0.15, 0.4]))) : null,
    };
  });
}

const api = (secretKey: string, path: string, body: object): Probe => ({
  area: 'payment API',
  route: `POST ${path}`,
  method: 'POST',
  path,
  headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A seller's account, whose onboarding page is asked for by others of these probes. */
export function firstAccount(secretKey: string): Probe {
  return api(secretKey, '/v2/core/accounts', {
    contact_email: 'seller@example.com',
    display_name: 'Ours',
    identity: { country: 'us' },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  });
}

/** A link to the onboarding page is good once: they are asked for again and again. */
export function onboardingLink(secretKey: string): Probe {
  const purpose = { refresh_url: 'http://localhost:4999/again', return_url: 'http://localhost:4999/back' };
  return api(secretKey, '/v2/core/account_links', {
    account: latest('account'),
    use_case: { type: 'account_onboarding', account_onboarding: purpose },
  });
}
