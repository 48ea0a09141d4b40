// npm run goods -- COMMAND: what an operator does with goods, and what buyers verify.
import { StartError } from '#platform/config/start-error.ts';
import { goodsVerify, verifyUsage } from './goods-verify.ts';
import { runCommand } from './shop-database.ts';

const USAGE = `npm run goods -- COMMAND

  verify FOLDER   whether downloaded files are as the shop has signed them; --help says more
  keys            the keys that the shop signs with
  endpoint        what is called to set up the operator's own access and hours`;

const [name = '', ...rest] = process.argv.slice(2);
const isHelp = rest.includes('--help') || rest.includes('-h');

await runCommand(await usageOf(), async () => {
  if (name === 'verify') return goodsVerify(rest);
  // What opens the database is loaded only for what needs it.
  if (name === 'keys') return (await import('./goods-keys.ts')).goodsKeys(rest);
  if (name === 'endpoint') return (await import('./goods-endpoint.ts')).goodsEndpoint(rest);
  throw new StartError(`Usage: ${USAGE}`);
});

async function usageOf(): Promise<string> {
  if (name === 'verify') return verifyUsage;
  if (name === 'keys' && isHelp) return (await import('./goods-keys.ts')).keysUsage;
  return name === 'endpoint' && isHelp ? (await import('./goods-endpoint.ts')).endpointUsage : USAGE;
}
