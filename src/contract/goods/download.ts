// Words about what goes out of files. Free of the validator.
import type { z } from 'zod';
import type {
  downloadLinksSchema,
  downloadsSchema,
  lineDownloadsSchema,
  productDownloadsSchema,
} from './download.schema.ts';

export type DownloadLinks = z.infer<typeof downloadLinksSchema>;
export type DownloadLink = DownloadLinks['links'][number];
export type Download = z.infer<typeof downloadsSchema>[number];
export type ProductDownloads = z.infer<typeof productDownloadsSchema>;
export type LineDownloads = z.infer<typeof lineDownloadsSchema>;

/** Downloads before a refund, such as "2 of 3 files downloaded, 1 more begun". */
export function downloadsText({ downloaded, started, files }: Omit<LineDownloads, 'last_at'>): string {
  if (files === 0) return 'No files yet';
  if (started === 0) return 'Nothing downloaded yet';
  const begun = started - downloaded;
  return `${downloaded} of ${files} ${files === 1 ? 'file' : 'files'} downloaded${begun > 0 ? `, ${begun} more begun` : ''}`;
}
