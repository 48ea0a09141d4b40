import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const command = join(import.meta.dirname, '../../scripts/coupon.ts');

/** Makes a coupon as operators do, in the database of a shop that is closed. */
export async function makeCoupon(dataDir: string, terms: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  await promisify(execFile)(process.execPath, [command, 'create', ...terms], { env });
}
