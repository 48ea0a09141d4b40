import { usernameMaximum } from '#contract/people/account-limits.ts';
import { placeholderPhone, type User, userIdOf } from '#contract/people/user.ts';
import { foreignNameFault, impersonationFault } from '../../text/foreign-words.rules.ts';

/** Stands where an account has no name: an e-mail address is nobody's business and is never made into one. */
const NAMELESS = 'Customer';

/** The account service's own id of somebody, and when it last said that the address is theirs. */
export type Account = { userId: string; since: Date };

/** A record before it is stored, with the account that it belongs to where that is known. */
export type NewUser = User & { account: Account | null };

/**
 * The record of somebody the shop has not met yet. Whoever is new is a buyer. Without an account it is for whoever owns
 * the address. `marketplace`: the name that nobody else has; null where the operator names them.
 */
export function newUser(
  given: { email: string; nickname: string },
  account: Account | null,
  marketplace: string | null,
): NewUser {
  return {
    user_id: userIdOf(given.email),
    username: usernameOf(given.nickname, marketplace),
    profile_pic: '',
    user_type: 'buyer',
    phone: placeholderPhone,
    addresses: [],
    account,
  };
}

/** A nickname of the account service, which has rules of its own, as a username of the shop: nobody's is the marketplace's. */
function usernameOf(nickname: string, marketplace: string | null): string {
  const text = nickname
    .slice(0, usernameMaximum)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu, '')
    .trim();
  const isForeign = foreignNameFault(text) ?? (marketplace === null ? null : impersonationFault(text, marketplace));
  return text && !isForeign ? text : NAMELESS;
}
