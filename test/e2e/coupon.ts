import { runCommand } from '../processes/run-command.ts';

/** Makes a coupon as operators do, in the database of a shop that is closed. */
export async function makeCoupon(dataDir: string, terms: string[]): Promise<void> {
  const { code, err } = await runCommand('coupon', ['create', ...terms], { environment: { DATA_DIR: dataDir } });
  if (code !== 0) throw new Error(err);
}
