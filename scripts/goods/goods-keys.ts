// npm run goods -- keys: the keys that the shop signs goods with.
import { keyPurposes, keyState } from '#api/goods/manifest/signing-key.rules.ts';
import { listSigningKeys } from '#api/goods/manifest/signing-key.store.ts';
import { rotateSigningKey, withdrawSigningKey } from '#api/goods/manifest/signing-keys.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openSecrets } from '#platform/secrets.ts';
import { withShop } from '../database/shop-database.ts';

export const keysUsage = `npm run goods -- keys [COMMAND]

  keys                             lists them, with what they are good for
  keys rotate (manifest | token)   a new one signs from now on; what the one before has signed stays good
  keys withdraw KEY_ID             nothing that it signed is to be relied on any more: for a key that somebody else may have.
                                   Releases that it signed are to be signed again, license tokens to be given out again`;

/** Answers the exit code. */
export async function goodsKeys([command = 'list', given = '', ...more]: string[]): Promise<number> {
  const purpose = keyPurposes.find((one) => one === given);
  if (more.length > 0) throw new StartError(`Usage: ${keysUsage}`);
  if (command === 'list' && given === '') await list();
  else if (command === 'rotate' && purpose) await rotate(purpose);
  else if (command === 'withdraw' && given !== '') await withdraw(given);
  else throw new StartError(`Usage: ${keysUsage}`);
  return 0;
}

const keeping = { now: () => new Date(), actor: operator() };

async function list() {
  const keys = await withShop(({ kysely }) => listSigningKeys(kysely));
  if (keys.length === 0)
    return console.log('There is no key yet: the first release or license token that is signed makes one.');
  console.table(
    keys.map((key) => ({
      key: key.key_id,
      for: key.purpose,
      state: keyState(key),
      from: key.valid_from.toISOString(),
      until: key.valid_until?.toISOString() ?? '',
      withdrawn: key.retired_at?.toISOString() ?? '',
    })),
  );
}

async function rotate(purpose: (typeof keyPurposes)[number]) {
  const { key_id, replaced } = await withShop(({ kysely }, config) =>
    rotateSigningKey(kysely, purpose, { ...keeping, secrets: openSecrets(config) }),
  );
  console.log(
    `The key ${key_id} signs ${purpose}s from now on.${replaced ? ` What ${replaced} has signed stays good.` : ''}`,
  );
}

async function withdraw(keyId: string) {
  if (!(await withShop(({ kysely }) => withdrawSigningKey(kysely, keyId, keeping))))
    throw new StartError('There is no such key, or it has been withdrawn. Look at: npm run goods -- keys');
  console.log(`The key ${keyId} is withdrawn. What it signed is verified no more.`);
}
