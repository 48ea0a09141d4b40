import type { Kysely, Selectable } from 'kysely';
import type { DeviceTable, IdentityTables } from '../schema.ts';

export type Device = Selectable<DeviceTable>;
type Db = Kysely<IdentityTables>;

/** So many an account keeps: those that were used longest ago give way. */
const MOST = 50;

export async function findDevice(db: Db, userId: string, deviceKey: string): Promise<Device | null> {
  const row = await db
    .selectFrom('identity.device')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first; `after` is the last device key of the page before. */
export async function listDevices(db: Db, userId: string, limit: number, after: string | null): Promise<Device[]> {
  return db
    .selectFrom('identity.device')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== null, (query) => query.where('device_key', '>', after as string))
    .orderBy('device_key')
    .limit(limit)
    .execute();
}

/** Requires a locked account: see MOST. */
export async function upsertDevice(
  db: Db,
  device: Pick<Device, 'device_key' | 'user_id' | 'device_group_key' | 'name' | 'secret_sealed'>,
): Promise<void> {
  const { secret_sealed, name } = device;
  await db
    .deleteFrom('identity.device')
    .where('device_key', 'in', (eb) =>
      eb
        .selectFrom('identity.device')
        .select('device_key')
        .where('user_id', '=', device.user_id)
        .where('device_key', '!=', device.device_key)
        .orderBy('last_authenticated_at', 'desc')
        .offset(MOST - 1),
    )
    .execute();
  await db
    .insertInto('identity.device')
    .values(device)
    .onConflict((conflict) =>
      conflict
        .column('device_key')
        .doUpdateSet({ secret_sealed, name, updated_at: new Date() })
        .where('identity.device.user_id', '=', device.user_id),
    )
    .execute();
}

export async function setRemembered(db: Db, userId: string, deviceKey: string, remembered: boolean): Promise<boolean> {
  const updated = await db
    .updateTable('identity.device')
    .set({ remembered, updated_at: new Date() })
    .where('device_key', '=', deviceKey)
    .where('user_id', '=', userId)
    .returning('device_key')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function recordDeviceUse(db: Db, deviceKey: string, now: Date): Promise<void> {
  await db
    .updateTable('identity.device')
    .set({ last_authenticated_at: now })
    .where('device_key', '=', deviceKey)
    .execute();
}

export async function deleteDevice(db: Db, userId: string, deviceKey: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('identity.device')
    .where('device_key', '=', deviceKey)
    .where('user_id', '=', userId)
    .returning('device_key')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** No device signs in without a second factor any more: after a password was reset by mail. */
export async function forgetRemembered(db: Db, userId: string): Promise<void> {
  await db.updateTable('identity.device').set({ remembered: false }).where('user_id', '=', userId).execute();
}

export async function listSealedOfDevices(db: Db): Promise<Pick<Device, 'device_key' | 'secret_sealed'>[]> {
  return db.selectFrom('identity.device').select(['device_key', 'secret_sealed']).execute();
}

/** Unless the device has another secret by now. */
export async function replaceSealedOfDevice(db: Db, deviceKey: string, before: Buffer, after: Buffer): Promise<void> {
  await db
    .updateTable('identity.device')
    .set({ secret_sealed: after })
    .where('device_key', '=', deviceKey)
    .where('secret_sealed', '=', before)
    .execute();
}

export async function deleteUnusedDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('identity.device').where('last_authenticated_at', '<', before).execute();
}
