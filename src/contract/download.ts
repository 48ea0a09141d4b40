// Words about what goes out of files. Free of the validator.
import type { z } from 'zod';
import type {
  askForLinksSchema,
  downloadLinksSchema,
  downloadsSchema,
  lineDownloadsSchema,
  productDownloadsSchema,
} from './download.schema.ts';

export type AskForLinks = z.infer<typeof askForLinksSchema>;
export type DownloadLinks = z.infer<typeof downloadLinksSchema>;
export type DownloadLink = DownloadLinks['links'][number];
export type Download = z.infer<typeof downloadsSchema>[number];
export type ProductDownloads = z.infer<typeof productDownloadsSchema>;
export type LineDownloads = z.infer<typeof lineDownloadsSchema>;

/** "2 of 3 files downloaded": what was had before money goes back. `date` writes a moment. */
export function tellDownloads({ downloaded, started, files, last_at }: LineDownloads, date: (at: string) => string) {
  if (started === 0) return files > 0 ? 'Nothing downloaded yet' : 'No files yet';
  const begun = started - downloaded;
  const more = begun > 0 ? `, ${begun} more begun` : '';
  const last = last_at ? `, last ${date(last_at)}` : '';
  return `${downloaded} of ${files} ${files === 1 ? 'file' : 'files'} downloaded${more}${last}`;
}
