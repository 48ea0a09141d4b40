import { useApi } from '#client/query/use-api.ts';
import type { User } from '#contract/people/user.ts';
import { type Message, msg, t } from '#language/message.ts';
import { useShop } from '../../shop/shop-context.ts';

/** As specified, these stand beside everybody's name. */
const specifiedBadges = [msg('Seller'), msg('Admin')];
const badgesOf: Record<User['user_type'], Message[]> = { buyer: [], seller: [msg('Seller')], admin: [msg('Admin')] };

/** The badges beside a customer's name, as the shop is set: the same for everybody, or those of the customer's role. */
export function useBadges(email: string): string[] {
  const { value: user } = useApi('/user/{email}', { params: { path: { email } } });
  if (useShop().settings.profileSidebar === 'literal') return specifiedBadges.map((badge) => t(badge));
  return user ? badgesOf[user.user_type].map((badge) => t(badge)) : [];
}
