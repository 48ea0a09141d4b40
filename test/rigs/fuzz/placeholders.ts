// Values that only an earlier answer knows: a sign-in under way, a page to pay on, an order's id. Probes name
// them, the run fills them in when it sends.
import type { Probe, ProbeAnswer } from './probe.ts';

const found = {
  session: /"Session":"([^"]+)"/,
  secretBlock: /"SECRET_BLOCK":"([^"]+)"/,
  order: /"order_id":"([A-Z0-9]{12})"/,
  review: /"review_id":"([0-9a-f-]{36})"/,
  payment: /\/pay\/(cs_\w+)/,
  onboarding: /\/pay\/onboarding\/(\w+)/,
  account: /(acct_\w+)/,
  payout: /(po_\w+)/,
  checkout: /"id":"(cs_\w+)"/,
  intent: /"(pi_\w+)"/,
  refund: /"(re_\w+)"/,
  customer: /"(cus_\w+)"/,
  event: /"(evt_\w+)"/,
  identity: /"IdentityId":"([^"]+)"/,
} as const;

export type Placeholder = keyof typeof found | 'access' | 'refresh';

/** Stands in a probe for the latest value of that name. */
export const latest = (name: Placeholder) => `@@${name}@@`;

export function createPlaceholders() {
  const values = new Map<string, string>();

  function fill(text: string): string {
    return text.replace(/@@(\w+)@@/g, (_, name) => values.get(name) ?? `no-${name}-yet`);
  }

  return {
    set: (name: Placeholder, value: string) => values.set(name, value),
    learn({ text }: ProbeAnswer) {
      for (const [name, pattern] of Object.entries(found)) {
        const value = text.match(pattern)?.[1];
        if (value) values.set(name, value);
      }
    },
    filled: (probe: Probe): Probe => ({
      ...probe,
      path: fill(probe.path),
      headers: Object.fromEntries(Object.entries(probe.headers).map(([name, value]) => [name, fill(value)])),
      body: typeof probe.body === 'string' ? fill(probe.body) : probe.body,
    }),
  };
}
