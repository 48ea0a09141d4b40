// npm run goods -- COMMAND: what an operator does with goods, and what buyers verify.
import { StartError } from '#platform/config/start-error.ts';
import { goodsVerify, verifyUsage } from './goods-verify.ts';
import { runCommand } from './shop-database.ts';

const USAGE = `npm run goods -- COMMAND

  verify FOLDER   whether downloaded files are as the shop has signed them; --help says more
  keys            the keys that the shop signs with`;

const [name = '', ...rest] = process.argv.slice(2);
const isHelp = rest.includes('--help') || rest.includes('-h');

await runCommand(
  name === 'verify' ? verifyUsage : name === 'keys' && isHelp ? (await import('./goods-keys.ts')).keysUsage : USAGE,
  async () => {
    if (name === 'verify') return goodsVerify(rest);
    // What opens the database is loaded only for what needs it.
    if (name === 'keys') return (await import('./goods-keys.ts')).goodsKeys(rest);
    throw new StartError(`Usage: ${USAGE}`);
  },
);
