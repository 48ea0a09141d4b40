import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { ListingImport } from '#contract/selling/listing/listing.ts';
import { importMaximumBytes } from '#contract/selling/listing/listing-labels.ts';
import { t } from '#language/message.ts';

type Imported = { ok: true; result: ListingImport } | { ok: false; fault: string };

/** Imports a CSV or JSONL file of the shop's products, or says what it would change. */
export async function importFile(sellerId: string, file: File, dryRun: boolean): Promise<Imported> {
  if (file.size > importMaximumBytes)
    return {
      ok: false,
      fault: t('{name} is larger than {value} MB. Import it in parts.', {
        name: file.name,
        value: importMaximumBytes / 1024 / 1024,
      }),
    };
  try {
    const type = /\.(jsonl|ndjson)$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv';
    const typed = new Blob([file], { type });
    return {
      ok: true,
      result: await createBrowserApi().post('/seller/{sellerId}/listing/import', {
        params: { path: { sellerId }, query: { dry_run: dryRun ? 'true' : undefined } },
        body: typed,
      }),
    };
  } catch (error) {
    return { ok: false, fault: failureText(error) };
  }
}
