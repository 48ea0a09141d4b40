// Refunds by the operator's command, killed at any moment: each is carried out once, or was never decided.
import type { Commands } from './commands.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

export type Refunds = {
  /** Refunds an order that is paid; see commands.ts for when that is killed. */
  attempt(killAt: number | null): Promise<void>;
  /** Ids of the orders that were answered as refunded. */
  reported: Set<string>;
  faults: string[];
};

export function createRefunds(commands: Commands, ledger: Ledger, random: Random): Refunds {
  const tried = new Set<string>();
  const reported = new Set<string>();
  const faults: string[] = [];
  return {
    reported,
    faults,
    async attempt(killAt) {
      const paid = [...ledger.orders.values()].filter(({ id, state }) => state === 'verified' && !tried.has(id));
      if (paid.length === 0) return;
      const { id } = random.pick(paid);
      tried.add(id);
      const { code, out, err } = await commands.run('order', ['refund', id], killAt);
      if (code === 0 && out.includes('is refunded')) reported.add(id);
      else if (code !== null) faults.push(`the refund of ${id} ended with code ${code}: ${err.trim()}`);
    },
  };
}
