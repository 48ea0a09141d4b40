// After a new key: everything sealed is opened with the key before it and sealed with the new one.
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import { passwordBoundTo } from './passwords.ts';
import { recoveryBoundTo } from './recovery-codes.ts';
import type { IdentityTables } from './schema.ts';
import { deviceBoundTo } from './sign-in/device-srp.ts';
import { keyBoundTo } from './signing-keys.ts';
import { totpBoundTo } from './totp.ts';

type Db = Kysely<IdentityTables>;

/** How many values were sealed anew. Safe to stop and to run again: what is done already is left alone. */
export async function reseal(db: Db, secrets: Secrets): Promise<number> {
  let count = 0;
  function again(sealed: Buffer | null, boundTo: string): Buffer | null {
    if (!sealed || !secrets.isStale(sealed)) return sealed;
    count++;
    return secrets.seal(secrets.open(sealed, boundTo), boundTo);
  }

  for (const row of await db.selectFrom('identity.user').selectAll().execute()) {
    const change = {
      password_sealed: again(row.password_sealed, passwordBoundTo(row.user_id)) as Buffer,
      totp_sealed: again(row.totp_sealed, totpBoundTo(row.user_id)),
      totp_pending_sealed: again(row.totp_pending_sealed, totpBoundTo(row.user_id)),
      recovery_sealed: again(row.recovery_sealed, recoveryBoundTo(row.user_id)),
    };
    await db
      .updateTable('identity.user')
      .set(change)
      .where('user_id', '=', row.user_id)
      // Whoever changed the password meanwhile has sealed it with the new key.
      .where('password_sealed', '=', row.password_sealed)
      .execute();
  }
  for (const { device_key, secret_sealed } of await db.selectFrom('identity.device').selectAll().execute()) {
    const sealed = again(secret_sealed, deviceBoundTo(device_key)) as Buffer;
    await db
      .updateTable('identity.device')
      .set({ secret_sealed: sealed })
      .where('device_key', '=', device_key)
      .where('secret_sealed', '=', secret_sealed)
      .execute();
  }
  for (const { kid, private_sealed } of await db.selectFrom('identity.signing_key').selectAll().execute()) {
    const sealed = again(private_sealed, keyBoundTo(kid)) as Buffer;
    await db.updateTable('identity.signing_key').set({ private_sealed: sealed }).where('kid', '=', kid).execute();
  }
  return count;
}

/** Whether something can only be opened with an older key. */
export async function needsOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  const sealed = [
    ...(await db
      .selectFrom('identity.user')
      .select(['password_sealed', 'totp_sealed', 'totp_pending_sealed', 'recovery_sealed'])
      .execute()),
    ...(await db.selectFrom('identity.device').select('secret_sealed').execute()),
    ...(await db.selectFrom('identity.signing_key').select('private_sealed').execute()),
  ].flatMap((row) => Object.values(row) as Array<Buffer | null>);
  return sealed.some((value) => value !== null && secrets.isStale(value));
}
