// npm run keys -- COMMAND: the keys that sign tokens, and those that protect what the database holds.
import { hoursNeedOlderKey, reEncryptHours } from '#api/goods/hours/re-encrypt-hours.ts';
import { reEncryptSigningKeys, signingKeysNeedOlderKey } from '#api/goods/manifest/re-encrypt-signing-keys.ts';
import { productKeysNeedOlderKey, reEncryptProductKeys } from '#api/goods/product-key/re-encrypt-product-keys.ts';
import { provisionNeedsOlderKey, reEncryptProvision } from '#api/goods/provision/secrets.ts';
import { payoutsNeedOlderKey, reEncryptPayouts } from '#api/money/payout/re-encrypt-payouts.ts';
import { reEncryptWebhooks, webhooksNeedOlderKey } from '#api/selling/webhook/re-encrypt-webhooks.ts';
import { needsOlderKey, reEncrypt } from '#identity/re-encrypt.ts';
import { rotateSigningKey } from '#identity/tokens/signing-keys.ts';
import type { Config } from '#main/config/config.ts';
import type { Tables } from '#main/tables.ts';
import { operator, type platformActions, recordAudit } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { newSecretsKey, openSecrets, readKeyTexts, writeKeyFile } from '#platform/secrets.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run keys -- COMMAND

  rotate-signing      publishes a new key for tokens; it signs after a quarter of an hour, nobody is signed out
  rotate-secrets      adds a new key to the key file and seals everything with it; restart the shop afterwards
  forget-old-secrets  removes the older keys from the key file, a month after rotating: sign-ins from before then end

Where SECRETS_KEY is set, you keep the keys yourself: put the new one in front of it, restart, run rotate-secrets, and
remove the older one a month later.`;

type Command = (db: Database<Tables>['kysely'], config: Config) => Promise<string>;

const commands: Record<string, Command> = {
  async 'rotate-signing'(db, config) {
    const kid = await rotateSigningKey(db, openSecrets(config), operator());
    return `The key ${kid} is published, and signs in a quarter of an hour.`;
  },

  async 'rotate-secrets'(db, config) {
    if (!config.secretsKey) writeKeyFile(config.dataDir, [newSecretsKey(), ...readKeyTexts(config.dataDir)]);
    const secrets = openSecrets(config);
    const count =
      (await reEncrypt(db, secrets)) +
      (await reEncryptWebhooks(db, secrets)) +
      (await reEncryptSigningKeys(db, secrets)) +
      (await reEncryptProductKeys(db, secrets)) +
      (await reEncryptProvision(db, secrets)) +
      (await reEncryptHours(db, secrets)) +
      (await reEncryptPayouts(db, secrets));
    await record(db, 'keys.data_rotated', { values: count });
    return `${count} values are sealed with the newest key. Restart the shop.`;
  },

  async 'forget-old-secrets'(db, config) {
    if (config.secretsKey) throw new StartError('SECRETS_KEY is set: remove the older keys from it yourself.');
    const secrets = openSecrets(config);
    const needs = [
      needsOlderKey,
      webhooksNeedOlderKey,
      signingKeysNeedOlderKey,
      productKeysNeedOlderKey,
      provisionNeedsOlderKey,
      hoursNeedOlderKey,
      payoutsNeedOlderKey,
    ].map((ask) => ask(db, secrets));
    if ((await Promise.all(needs)).includes(true))
      throw new StartError('Something is still sealed with an older key. First: npm run keys -- rotate-secrets');
    const [newest, ...older] = readKeyTexts(config.dataDir);
    if (newest) writeKeyFile(config.dataDir, [newest]);
    await record(db, 'keys.older_forgotten', { keys: older.length });
    return `${older.length} older keys are forgotten. Restart the shop.`;
  },
};

/** The keys are in a file: there is no transaction that this could belong to. */
function record(
  db: Database<Tables>['kysely'],
  action: (typeof platformActions)[number],
  details: Record<string, number>,
) {
  return recordAudit(db, operator(), { action, subject: { kind: 'keys', id: 'data' }, details });
}

await runCommand(USAGE, async (args) => {
  const [name = '', ...more] = args;
  const command = Object.hasOwn(commands, name) && more.length === 0 ? commands[name] : undefined;
  if (!command) throw new StartError(USAGE);
  console.log(await withShop(({ kysely }, config) => command(kysely, config)));
  return 0;
});
