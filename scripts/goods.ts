// npm run goods -- COMMAND: what an operator does with goods, and what buyers verify.
import { StartError } from '#platform/config/start-error.ts';
import { goodsVerify, verifyUsage } from './goods-verify.ts';
import { runCommand } from './shop-database.ts';

const USAGE = `npm run goods -- COMMAND

  verify FOLDER   whether downloaded files are as the shop has signed them; --help says more
  keys            the keys that the shop signs with
  give            puts a product into somebody's library, without an order; --help says more
  withdraw        takes such a gift back; --help says more`;

const [name = '', ...rest] = process.argv.slice(2);
const isHelp = rest.includes('--help') || rest.includes('-h');

async function usage(): Promise<string> {
  if (name === 'verify') return verifyUsage;
  if (name === 'keys' && isHelp) return (await import('./goods-keys.ts')).keysUsage;
  if (name === 'give' && isHelp) return (await import('./goods-gifts.ts')).giveUsage;
  if (name === 'withdraw' && isHelp) return (await import('./goods-gifts.ts')).withdrawUsage;
  return USAGE;
}

await runCommand(await usage(), async () => {
  if (name === 'verify') return goodsVerify(rest);
  // What opens the database is loaded only for what needs it.
  if (name === 'give') return (await import('./goods-gifts.ts')).goodsGive(rest);
  if (name === 'withdraw') return (await import('./goods-gifts.ts')).goodsWithdraw(rest);
  if (name === 'keys') return (await import('./goods-keys.ts')).goodsKeys(rest);
  throw new StartError(`Usage: ${USAGE}`);
});
