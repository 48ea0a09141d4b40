import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { getReceipt } from '#client/api-client/order.ts';
import { ActionButton } from '#ui/action-button.tsx';

/** Saves the receipt as a file. The browser itself could not ask for it: it does not know who is signed in. */
export function DownloadReceipt({ orderId }: { orderId: string }) {
  async function download() {
    try {
      save(await getReceipt(createBrowserApi(), orderId), `receipt-${orderId}.pdf`);
      return undefined;
    } catch (error) {
      return failureText(error);
    }
  }

  return (
    <ActionButton className="btn btn-line" action={download}>
      Download receipt
    </ActionButton>
  );
}

const LATER_MS = 60_000;

function save(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file only after this click.
  setTimeout(() => URL.revokeObjectURL(link.href), LATER_MS);
}
