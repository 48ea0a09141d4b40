import type { OutsideRules } from '#platform/outside/post-outside.ts';
import type { DomainDeps } from '../../domain/domain.ts';
import type { WebhookService } from './deliver-webhooks.ts';
import type { AddressRules } from './webhook-address.rules.ts';

/** How the machines of sellers are called. */
export type CallOptions = {
  /** Where the shop is tried out, machines beside it may be called. */
  isTrial: boolean;
  resolve?: OutsideRules['resolve'];
  certificates?: string;
  patienceMs?: number;
};

export type WebhookDeps = WebhookService & { address: AddressRules };

/** Dependencies of calls of sellers' machines, for webhooks and for endpoints that set up purchases. */
export function webhookDeps(
  { database, secrets, sendMail, shop, log, now }: DomainDeps,
  { isTrial, resolve, certificates, patienceMs }: CallOptions,
): WebhookDeps {
  const own = new URL(shop.origin);
  const ownPort = Number(own.port || (own.protocol === 'https:' ? 443 : 80));
  return {
    ...{ database, secrets, sendMail, shop, log, now },
    address: { isTrial, origin: shop.origin },
    outside: {
      ownMachine: isTrial ? { exceptPort: ownPort } : null,
      ...(resolve && { resolve }),
      ...(certificates && { certificates }),
    },
    ...(patienceMs && { patienceMs }),
  };
}
