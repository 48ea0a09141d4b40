// Receipts, invoices and statements are drawn on a thread of their own: one of a hundred long lines takes a tenth of a second, in which nobody
// else would be answered.
import { parentPort, workerData } from 'node:worker_threads';
import type { Paper } from '../../schema/invoice.record.ts';
import { drawPaper } from './draw-paper.ts';
import { drawStatement } from './draw-statement.ts';
import { openPaperFonts } from './paper-fonts.ts';
import { isStatement, type PaperStatement } from './paper-statement.rules.ts';

const port = parentPort;
if (!port) throw new Error('paper.worker.ts runs as a worker thread only');

const fonts = openPaperFonts((workerData as { fonts: string[] }).fonts);

port.on('message', async (paper: Paper | PaperStatement) => {
  try {
    const pdf = isStatement(paper) ? await drawStatement(paper, fonts) : await drawPaper(paper, fonts);
    port.postMessage({ pdf: new Uint8Array(pdf) });
  } catch (error) {
    port.postMessage({ error: (error as Error).stack ?? String(error) });
  }
});
