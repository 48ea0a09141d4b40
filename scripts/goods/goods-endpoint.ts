// npm run goods -- endpoint: what is called when somebody buys the operator's own access or hours. Sellers set theirs in their profile.
import { findEndpoint } from '#api/goods/provision/endpoint.store.ts';
import { putEndpoint, removeEndpoint, rotateEndpointSecret } from '#api/goods/provision/manage-endpoint.ts';
import { countCalls } from '#api/goods/provision/provision-call.store.ts';
import { refusalOfAddress } from '#api/selling/webhook/webhook-address.rules.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { openSecrets } from '#platform/secrets.ts';
import { withShop } from '../database/shop-database.ts';

export const endpointUsage = `npm run goods -- endpoint [URL | COMMAND]

  endpoint            says where it is, and how its calls do
  endpoint URL        sets or changes it: https, a public machine. Of a shop on this machine that is tried out, also http://127.0.0.1
  endpoint rotate     makes a new secret; for a day the one before signs as well
  endpoint remove     nothing is called any more; what waits goes on waiting`;

const owner = { sellerId: '', by: 'command', actor: operator() };
const none = () => new StartError('There is no endpoint. Set it: npm run goods -- endpoint URL');

/** Answers the exit code. */
export async function goodsEndpoint([given = '', ...more]: string[]): Promise<number> {
  if (more.length > 0) throw new StartError(`Usage: ${endpointUsage}`);
  if (given === '') await printEndpoint();
  else if (given === 'rotate') await rotate();
  else if (given === 'remove') await remove();
  else await put(given);
  return 0;
}

async function printEndpoint() {
  const { endpoint, calls } = await withShop(async ({ kysely }) => ({
    endpoint: await findEndpoint(kysely, ''),
    calls: await countCalls(kysely, ''),
  }));
  if (!endpoint) throw none();
  const since = endpoint.failing_since;
  const how = since ? `failing since ${since.toISOString()}: ${endpoint.last_failure}` : 'no failure';
  console.log(`${endpoint.url} (${how}). Calls that wait: ${calls.waiting}, given up: ${calls.failed}.`);
}

async function put(url: string) {
  const { secret } = await withShop(({ kysely: db }, config) => {
    // Where its name leads, and whether the shop is a trial, is looked at whenever it is called.
    const refusal = refusalOfAddress(url, {
      isTrial: isOfThisMachine(url),
      origin: config.publicUrl ?? 'http://localhost',
    });
    if (refusal) throw new StartError(refusal);
    return putEndpoint({ db, secrets: openSecrets(config) }, owner, url);
  });
  console.log(
    secret
      ? `${url} is called from now on. Its secret, told this once: ${secret}`
      : `${url} is called from now on. Its secret is the same.`,
  );
}

async function rotate() {
  const made = await withShop(({ kysely: db }, config) =>
    rotateEndpointSecret({ db, secrets: openSecrets(config), now: () => new Date() }, owner),
  );
  if (!made) throw none();
  console.log(`The new secret, told this once: ${made.secret}. For a day the one before signs as well.`);
}

async function remove() {
  if (!(await withShop(({ kysely: db }) => removeEndpoint({ db }, owner)))) throw none();
  console.log('Nothing is called any more.');
}

function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
