// A customer's own data as a file. Free of the validator.
import type { z } from 'zod';
import type { dataExportSchema } from './data-export.schema.ts';

export type DataExport = z.infer<typeof dataExportSchema>;

/** So long the file can be downloaded once it is made. */
export const dataExportDays = 7;
/** So often in 24 hours an account may ask for one. */
export const dataExportsADay = 3;

/** Where it is asked for and downloaded. */
export const dataExportPath = '/profile#your-data';
