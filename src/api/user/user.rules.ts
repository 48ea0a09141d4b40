import { usernameMaximum } from '#contract/limits.ts';
import { placeholderPhone, type User, userIdOf } from '#contract/user.ts';

/** Stands where an account has no name: an e-mail address is nobody's business and is never made into one. */
const NAMELESS = 'Customer';

/** The record of somebody the shop has not met yet. Whoever is new is a buyer. */
export function newUser(account: { email: string; nickname: string }): User {
  return {
    user_id: userIdOf(account.email),
    username: usernameOf(account.nickname),
    profile_pic: '',
    user_type: 'buyer',
    phone: placeholderPhone,
    addresses: [],
  };
}

/** A nickname of the account service, which has rules of its own, as a username of the shop. */
function usernameOf(nickname: string): string {
  const text = nickname
    .slice(0, usernameMaximum)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu, '')
    .trim();
  return text || NAMELESS;
}
