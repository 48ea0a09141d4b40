// A shop of a browser test's own: its tables are made before, as the unit tests' are, which takes seconds each time otherwise.
import { layDump } from '../database/prepared-dump.ts';

/** Makes the tables in a folder, for its DATA_DIR. Answers the folder. */
export function prepareFolder(folder: string): string {
  return layDump(process.env.PREPARED_DUMP ?? '', folder);
}
