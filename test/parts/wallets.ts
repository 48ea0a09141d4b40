// A buyer's own money in tests: paid in, spent and looked at as a client does.
import { randomUUID } from 'node:crypto';
import type { Buying } from './buying.ts';

type Customer = Awaited<ReturnType<Buying['customer']>>;

/** Actions of one buyer on their wallet, in a shop that sells. */
export function walletOf(shop: Buying, customer: Customer) {
  const ask = (amount: number, key: string = randomUUID()) =>
    customer.post('/buyer-wallet/pay-in', { amount, request_key: key });
  return {
    ask,
    /** Pays in, all the way. Answers the id. */
    async payIn(amount: number, card?: string): Promise<string> {
      const { body } = await ask(amount);
      await shop.pay(body.checkout_url, card);
      await customer.get(`/buyer-wallet/pay-in/${body.pay_in_id}`);
      return body.pay_in_id;
    },
    withdraw: (amount: number, key: string = randomUUID()) =>
      customer.post('/buyer-wallet/withdrawal', { amount, request_key: key }),
    now: async () => (await customer.get('/buyer-wallet')).body,
    balance: async (): Promise<number> => (await customer.get('/buyer-wallet')).body.balance,
    /** Newest first, as `kind amount`. */
    async moves(): Promise<string[]> {
      const { body } = await customer.get('/buyer-wallet/movement');
      return body.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`);
    },
    prefer: (refunds_to: 'card' | 'wallet', monthly_limit: number | null = null) =>
      customer.put('/buyer-wallet', { monthly_limit, refunds_to }),
  };
}
