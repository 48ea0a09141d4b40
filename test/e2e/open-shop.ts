// Opens the built shop once for all browser tests: a process of its own, the demo catalogue, a free port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, buildStorefront } from '../../scripts/bootstrap.mjs';
import { makeDump } from '../database/prepared-dump.ts';
import { bundledShop, limitsOfMany, startShop } from '../processes/shop-process.ts';
import { makeCoupon } from './coupon.ts';

export default async function openShop() {
  buildStorefront(process.execPath);
  buildServer(process.execPath);
  // Where shops of a test's own begin (own-shop.ts).
  process.env.PREPARED_DUMP = await makeDump();
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-e2e-'));
  await makeCoupon(dataDir, ['TENOFF', '--percent', '10']);
  await makeCoupon(dataDir, ['ALLOFF', '--percent', '100']);
  const shop = await startShop({ ...limitsOfMany, DATA_DIR: dataDir, LOG_LEVEL: 'error' }, bundledShop);
  process.env.SHOP_ADDRESS = shop.address;
  // Where the mails of the shop arrive.
  process.env.SHOP_DATA_DIR = dataDir;
  return async function closeShop() {
    await shop.stop();
    await rm(dataDir, { recursive: true });
  };
}
