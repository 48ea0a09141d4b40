import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { saveFile } from '#ui/loading/save-file.ts';

/**
 * Saves the receipt as a file. A link could not: the browser itself does not know who is signed in. Resolves with why it
 * failed, or nothing.
 */
export async function downloadReceipt(orderId: string): Promise<string | undefined> {
  try {
    saveFile(
      await createBrowserApi().getFile('/order/{id}/receipt.pdf', { params: { path: { id: orderId } } }),
      `receipt-${orderId}.pdf`,
    );
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
