import type { Refusal, Refused } from '#contract/refusal.ts';
import type { Log } from '#platform/observability/log.ts';
import { isProviderAway } from './payment-provider.ts';

type Effect = Extract<Refusal, { code: 'provider_away' }>['effect'];

/**
 * Waits for a call of the provider, or for work that calls it. Where it does not answer that is no fault of the shop: whoever waits is told to come again, and with `effect` what that means for them.
 */
export async function unlessProviderAway<T>(
  { log }: { log: Log },
  effect: Effect,
  asking: Promise<T>,
): Promise<{ answer: T } | Refused> {
  try {
    return { answer: await asking };
  } catch (error) {
    if (!isProviderAway(error)) throw error;
    log.warn({ part: 'api', error: String(error) }, 'the payment provider does not answer');
    return { refused: { code: 'provider_away', effect } };
  }
}
