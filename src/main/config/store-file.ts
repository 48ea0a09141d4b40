import { readFile } from 'node:fs/promises';
import { storeSchema } from '#contract/store.schema.ts';
import type { Store } from '#contract/store.ts';
import { StartError } from '#platform/config/start-error.ts';

/** Reads `store.json`. A StartError says what is wrong with it. */
export async function readStore(file: string): Promise<Store> {
  let given: unknown;
  try {
    given = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const parsed = storeSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(`${file} is not valid: ${faults.join('; ')}.`);
}
