// The very first start, in which the database is made and filled, killed again and again on its way.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ask } from './ask.ts';
import { createCommands } from './commands.ts';
import { makeDatabase, makePlace, openShop } from './place.ts';
import type { Random } from './random.ts';
import type { Endings } from './rounds/endings.ts';
import type { Finding } from './rounds/finding.ts';

const KILLS = 4;
/** The first start takes some seconds on the embedded database, and about one on PostgreSQL. */
const EMBEDDED_MS = 5_000;
const POSTGRES_MS = 2_000;
const DEMO_PRODUCTS = 112;

export async function firstStart(given: { server: string | null; random: Random }, endings: Endings): Promise<Finding> {
  const { server, random } = given;
  const name = server ? 'PostgreSQL' : 'embedded database';
  const place = await makePlace(
    { name, databaseUrl: server && (await makeDatabase(server, endings)), environment: { DEMO_CATALOGUE: 'on' } },
    endings,
  );
  const commands = createCommands(place.environment, endings);
  for (let kill = 0; kill < KILLS; kill++)
    await commands.killStart(random.between(300, server ? POSTGRES_MS : EMBEDDED_MS));
  const faults: string[] = [];
  const shop = await openShop(place, endings).catch((error) => {
    faults.push((error as Error).message);
    return null;
  });
  if (shop) {
    const list = await ask(`${place.address}/api/product?limit=1`);
    if (list?.body.total !== DEMO_PRODUCTS) faults.push(`it shows ${list?.body.total} of ${DEMO_PRODUCTS} products`);
    await shop.stop();
    const left = (await readdir(place.dataDir)).filter((file) => /\.(new|unfinished|lock|takeover)$/.test(file));
    if (left.length > 0) faults.push(`it has left ${left.join(', ')}`);
    if (existsSync(`${place.dataDir}/database.lock`)) faults.push('it has left its lock');
  }
  return {
    what: `killed in its first start, ${name}`,
    rounds: KILLS,
    acknowledged: null,
    lost: null,
    doubled: null,
    faults,
  };
}
