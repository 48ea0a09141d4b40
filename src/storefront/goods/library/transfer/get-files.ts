import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { manifestFile } from '#contract/goods/manifest.ts';
import { saveFile } from '#ui/loading/save-file.ts';

type OfRelease = { entitlementId: string; releaseId: string };

/** Browsers take only so many downloads at once from one page. */
const BETWEEN_MS = 800;

/** The browser loads a file as it loads any other: it goes on where the connection breaks. Resolves with what went wrong, or nothing. */
export async function downloadOne(of: OfRelease, path: string): Promise<string | undefined> {
  try {
    const { links } = await createBrowserApi().post('/library/{entitlementId}/download', {
      params: { path: { entitlementId: of.entitlementId } },
      body: { release_id: of.releaseId, path },
    });
    for (const { url } of links) follow(url);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** One after another; `onBegun` hears of each that the browser has been asked for. */
export async function downloadAll(of: OfRelease, onBegun: (path: string) => void): Promise<string | undefined> {
  try {
    const { links } = await createBrowserApi().post('/library/{entitlementId}/download', {
      params: { path: { entitlementId: of.entitlementId } },
      body: { release_id: of.releaseId },
    });
    for (const [index, { url, path }] of links.entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      follow(url);
      onBegun(path);
    }
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** The page stays: what comes is a file to keep. */
function follow(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves the signed list of the files beside them. A link could not: the browser itself does not know who is signed in. */
export async function downloadManifest({ entitlementId, releaseId }: OfRelease): Promise<string | undefined> {
  try {
    saveFile(
      await createBrowserApi().getFile('/library/{entitlementId}/release/{releaseId}/manifest', {
        params: { path: { entitlementId, releaseId } },
      }),
      manifestFile,
    );
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
