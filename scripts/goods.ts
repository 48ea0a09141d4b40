// npm run goods -- COMMAND: what an operator does with goods, and what buyers verify.
import { StartError } from '#platform/config/start-error.ts';
import { runCommand } from './database/shop-database.ts';
import { goodsVerify, verifyUsage } from './goods/goods-verify.ts';

const USAGE = `npm run goods -- COMMAND

  verify FOLDER               whether downloaded files are as the shop has signed them
  release PRODUCT_ID FOLDER   a folder becomes what buyers of a product of your own get
  check                       whether the storage has the files that the database knows
  keys                        the keys that the shop signs with
  keys-load PRODUCT FILE      keys that buyers of a product of your own get
  keys-show PRODUCT           how many of them there are
  endpoint                    what is called to set up your own access and hours
  give EMAIL PRODUCT_ID       somebody gets a product without buying it
  withdraw ENTITLEMENT        what was given is taken back

--help behind a command says more.`;

type Command = { usage: string; run: (args: string[]) => Promise<number> };

/** Modules that open the database are loaded only where needed. */
const commands: Record<string, () => Promise<Command>> = {
  verify: async () => ({ usage: verifyUsage, run: goodsVerify }),
  async release() {
    const { goodsRelease, releaseUsage } = await import('./goods/goods-release.ts');
    return { usage: releaseUsage, run: goodsRelease };
  },
  async check() {
    const { goodsCheck, checkUsage } = await import('./goods/goods-check.ts');
    return { usage: checkUsage, run: goodsCheck };
  },
  async keys() {
    const { goodsKeys, keysUsage } = await import('./goods/goods-keys.ts');
    return { usage: keysUsage, run: goodsKeys };
  },
  async 'keys-load'() {
    const { goodsKeysLoad, productKeysUsage } = await import('./goods/goods-product-keys.ts');
    return { usage: productKeysUsage, run: goodsKeysLoad };
  },
  async 'keys-show'() {
    const { goodsKeysShow, productKeysUsage } = await import('./goods/goods-product-keys.ts');
    return { usage: productKeysUsage, run: goodsKeysShow };
  },
  async endpoint() {
    const { goodsEndpoint, endpointUsage } = await import('./goods/goods-endpoint.ts');
    return { usage: endpointUsage, run: goodsEndpoint };
  },
  async give() {
    const { goodsGive, giveUsage } = await import('./goods/goods-gifts.ts');
    return { usage: giveUsage, run: goodsGive };
  },
  async withdraw() {
    const { goodsWithdraw, withdrawUsage } = await import('./goods/goods-gifts.ts');
    return { usage: withdrawUsage, run: goodsWithdraw };
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;

await runCommand(command?.usage ?? USAGE, async () => {
  if (!command) throw new StartError(`Usage: ${USAGE}`);
  return command.run(rest);
});
