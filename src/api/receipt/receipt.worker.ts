// Receipts are drawn on a thread of their own: one of a hundred long lines takes a tenth of a second, in which nobody
// else would be answered.
import { parentPort, workerData } from 'node:worker_threads';
import { drawReceipt } from './draw-receipt.ts';
import type { Receipt } from './receipt.rules.ts';
import { openReceiptFonts } from './receipt-fonts.ts';

const port = parentPort;
if (!port) throw new Error('receipt.worker.ts runs as a worker thread only');

const fonts = openReceiptFonts((workerData as { font: string | null }).font);

port.on('message', async (receipt: Receipt) => {
  try {
    port.postMessage({ pdf: new Uint8Array(await drawReceipt(receipt, fonts)) });
  } catch (error) {
    port.postMessage({ error: (error as Error).stack ?? String(error) });
  }
});
