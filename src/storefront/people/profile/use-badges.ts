import { createBrowserApi } from '#client/api/browser-api.ts';
import { useAnswer } from '#client/query/use-api.ts';
import type { User } from '#contract/people/user.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import { useShop } from '../../shop/shop-context.ts';

/** As specified, these stand beside everybody's name. */
const specifiedBadges = ['Seller', 'Admin'];
const badgesOf: Record<User['user_type'], string[]> = { buyer: [], seller: ['Seller'], admin: ['Admin'] };

type Mode = { initial: string[]; load: (email: string) => Promise<string[]> };

const modes: Record<StoreSettings['profileSidebar'], Mode> = {
  literal: { initial: specifiedBadges, load: async () => specifiedBadges },
  actual: {
    initial: [],
    load: async (email) =>
      badgesOf[
        (await createBrowserApi().get('/user/{email}', { params: { path: { email } }, asUser: true })).user_type
      ],
  },
};

/** The badges beside a customer's name, as the shop is set: the same for everybody, or those of the customer's role. */
export function useBadges(email: string): string[] {
  const { initial, load } = modes[useShop().settings.profileSidebar];
  return useAnswer(['badges', email], () => load(email)).value ?? initial;
}
