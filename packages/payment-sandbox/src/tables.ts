// Tables that the sandbox works with. Nothing of the sandbox itself is loaded here.
import { join } from 'node:path';

export type { PaymentsTables } from './schema.ts';

/** The database schema of its tables, and the folder of the migrations that make them. */
export const schema = 'payments';
export const migrations = join(import.meta.dirname, 'migrations');
