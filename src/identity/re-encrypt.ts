// After a new key: everything sealed is opened with the key before it and sealed with the new one.
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import { listSealedOfUsers, replaceSealedOfUser } from './accounts/user.store.ts';
import { listSealedOfDevices, replaceSealedOfDevice } from './factors/device.store.ts';
import { recoveryBoundTo } from './factors/recovery-codes.ts';
import { totpBoundTo } from './factors/totp.ts';
import { passwordBoundTo } from './passwords/passwords.ts';
import type { IdentityTables } from './schema.ts';
import { deviceBoundTo } from './sign-in/device-srp.ts';
import { listSigningKeys, replaceSealedKey } from './tokens/signing-key.store.ts';
import { keyBoundTo } from './tokens/signing-keys.ts';

type Db = Kysely<IdentityTables>;

/** How many values were re-encrypted. Safe to stop and to run again: what is done already is left alone. */
export async function reEncrypt(db: Db, secrets: Secrets): Promise<number> {
  let count = 0;
  function renew(sealed: Buffer, boundTo: string): Buffer {
    if (!secrets.isStale(sealed)) return sealed;
    count++;
    return secrets.seal(secrets.open(sealed, boundTo), boundTo);
  }

  for (const { user_id, ...sealed } of await listSealedOfUsers(db)) {
    const { totp_sealed, totp_pending_sealed, recovery_sealed } = sealed;
    await replaceSealedOfUser(db, user_id, sealed, {
      password_sealed: renew(sealed.password_sealed, passwordBoundTo(user_id)),
      totp_sealed: totp_sealed && renew(totp_sealed, totpBoundTo(user_id)),
      totp_pending_sealed: totp_pending_sealed && renew(totp_pending_sealed, totpBoundTo(user_id)),
      recovery_sealed: recovery_sealed && renew(recovery_sealed, recoveryBoundTo(user_id)),
    });
  }
  for (const { device_key, secret_sealed } of await listSealedOfDevices(db))
    await replaceSealedOfDevice(db, device_key, secret_sealed, renew(secret_sealed, deviceBoundTo(device_key)));
  for (const { kid, private_sealed } of await listSigningKeys(db))
    await replaceSealedKey(db, kid, renew(private_sealed, keyBoundTo(kid)));
  return count;
}

/** True if something can only be opened with an older key. */
export async function needsOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  const sealed = [
    ...(await listSealedOfUsers(db)).flatMap(({ user_id: _, ...columns }) => Object.values(columns)),
    ...(await listSealedOfDevices(db)).map(({ secret_sealed }) => secret_sealed),
    ...(await listSigningKeys(db)).map(({ private_sealed }) => private_sealed),
  ];
  return sealed.some((value) => value !== null && secrets.isStale(value));
}
