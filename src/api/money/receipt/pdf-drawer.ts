import { Worker } from 'node:worker_threads';
import { Busy } from '../../http/fault-of.ts';
import type { Pdf } from '../../schema/invoice.record.ts';
import type { PdfStatement } from './pdf-statement.rules.ts';

export type PdfDrawer = {
  /** The document as a PDF. Throws a DrawerBusy when too many wait already. */
  draw(paper: Pdf | PdfStatement): Promise<Uint8Array>;
  /** Documents that are not drawn by then fail. */
  close(): Promise<void>;
};

export class DrawerBusy extends Busy {}

const MOST_WAITING = 200;
const busyText = 'Many receipts and invoices are drawn at the moment. Try again in a few seconds.';
/** A hundred long lines take a tenth of this on a slow machine. */
const PATIENCE_MS = 10_000;
/** The thread holds some 30 MB. */
const IDLE_MS = 60_000;
const MEMORY_MB = 192;

type Job = { paper: Pdf | PdfStatement; resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void };
type Answer = { pdf?: Uint8Array; error?: string };

/**
 * Draws receipts, invoices and statements one after the other on a thread that is started with the first and ended when nobody has asked for a
 * while. A thread that ends or says nothing takes only the document with it that it was at. `fonts` are the operator's own
 * (pdf-fonts.ts).
 */
export function createPdfDrawer(
  options: { fonts?: readonly string[]; mostWaiting?: number; script?: URL } = {},
): PdfDrawer {
  const { fonts = [], mostWaiting = MOST_WAITING } = options;
  const script = options.script ?? new URL('./pdf.worker.ts', import.meta.url);
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;
  let patience: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Worker {
    const started = new Worker(script, {
      workerData: { fonts },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // Messages of a worker that was given up belong to nobody's document.
    const ifCurrent = (work: () => void) => () => {
      if (worker === started) work();
    };
    started.on('message', ({ pdf, error }: Answer) =>
      ifCurrent(() => settle((job) => (pdf ? job.resolve(pdf) : job.reject(new Error(error)))))(),
    );
    started.on('error', (error: Error) => ifCurrent(() => giveUp(error))());
    started.on('exit', () => ifCurrent(() => giveUp(new Error('the thread that draws receipts has ended')))());
    return started;
  }

  function settle(tell: (job: Job) => void) {
    clearTimeout(patience);
    const job = current;
    current = null;
    if (job) tell(job);
    next();
  }

  function giveUp(error: Error) {
    const ended = worker;
    worker = null;
    void ended?.terminate();
    settle((job) => job.reject(error));
  }

  function next() {
    if (current) return;
    const job = waiting.shift();
    if (!job) return rest();
    clearTimeout(idle);
    current = job;
    worker ??= start();
    worker.ref();
    patience = setTimeout(() => giveUp(new Error('a receipt took too long to draw')), PATIENCE_MS);
    worker.postMessage(job.paper);
  }

  /** A thread without work keeps no process alive. */
  function rest() {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      void worker?.terminate();
      worker = null;
    }, IDLE_MS).unref();
  }

  return {
    draw(paper) {
      if (closed) return Promise.reject(new Error('no receipt is drawn any more'));
      if (waiting.length >= mostWaiting) return Promise.reject(new DrawerBusy(busyText));
      return new Promise((resolve, reject) => {
        waiting.push({ paper, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      const error = new Error('no receipt is drawn any more');
      for (const job of waiting.splice(0)) job.reject(error);
      clearTimeout(idle);
      const ended = worker;
      worker = null;
      clearTimeout(patience);
      current?.reject(error);
      current = null;
      await ended?.terminate();
    },
  };
}
