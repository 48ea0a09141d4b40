// The attributes of an account: the standard ones of OpenID Connect, and custom ones.
import { invalidParameter } from '../protocol/errors.ts';
import type { User } from '../schema.ts';

const writable = new Set([
  'nickname',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'address',
  'phone_number',
]);

type Attribute = { Name: string; Value: string };

/** All of them stand in the ID token, which travels in headers and in the identity pool's logins. */
const LONGEST_BYTES = 4_000;

/**
 * The attributes with what is given written over them; an empty value takes one away. Throws for an attribute that is
 * not known or not the user's to write, and when they become too many.
 */
export function changeAttributes(before: Record<string, string>, given: Attribute[]): Record<string, string> {
  for (const { Name } of given) {
    if (writable.has(Name) || Name.startsWith('custom:')) continue;
    const known = ['sub', 'email', 'email_verified', 'phone_number_verified', 'updated_at'].includes(Name);
    throw invalidParameter(
      known ? `user.${Name}: Attribute cannot be updated.` : `user.${Name}: Attribute does not exist in the schema.`,
    );
  }
  const changed = Object.entries({ ...before, ...Object.fromEntries(given.map(({ Name, Value }) => [Name, Value])) });
  const after = Object.fromEntries(changed.filter(([, value]) => value !== ''));
  if (Buffer.byteLength(JSON.stringify(after)) > LONGEST_BYTES)
    throw invalidParameter(`All attributes together must be at most ${LONGEST_BYTES} bytes.`);
  return after;
}

export function listAttributes(user: User): Attribute[] {
  return [
    { Name: 'sub', Value: user.user_id },
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: String(user.email_verified) },
    ...Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
  ];
}
