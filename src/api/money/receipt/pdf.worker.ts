// Receipts, invoices and statements are drawn on a thread of their own: one of a hundred long lines takes a tenth of a second, in which nobody
// else would be answered.
import { parentPort, workerData } from 'node:worker_threads';
import type { Pdf } from '../../schema/invoice.record.ts';
import { drawPdf } from './draw-pdf.ts';
import { drawStatement } from './draw-statement.ts';
import { openPdfFonts } from './pdf-fonts.ts';
import { isStatement, type PdfStatement } from './pdf-statement.rules.ts';

const port = parentPort;
if (!port) throw new Error('pdf.worker.ts runs as a worker thread only');

const fonts = openPdfFonts((workerData as { fonts: string[] }).fonts);

port.on('message', async (paper: Pdf | PdfStatement) => {
  try {
    const pdf = isStatement(paper) ? await drawStatement(paper, fonts) : await drawPdf(paper, fonts);
    port.postMessage({ pdf: new Uint8Array(pdf) });
  } catch (error) {
    port.postMessage({ error: (error as Error).stack ?? String(error) });
  }
});
