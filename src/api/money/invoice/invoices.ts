// Invoices as they are asked for: numbered first where they are not yet, drawn once, and kept.
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Pdf } from '../../schema/invoice.record.ts';
import { findPdf, isDue, listDueOrders, listUndrawn, savePdf } from './invoice.store.ts';
import { type Issuing, issueInvoices } from './issue-invoices.ts';

export type Invoices = {
  /** Numbers what the order needs and has not. */
  issue(orderId: string): Promise<void>;
  /** A document as it was drawn first. */
  pdfOf(invoiceId: string): Promise<Uint8Array>;
  /** Issues and draws what nobody has asked for; answers how to stop. */
  issueRegularly(): () => Promise<void>;
};

/** Orders at a time, and after how long the next turn goes on: its lease is a minute. */
const AT_ONCE = 100;
const TURN_MS = 40_000;

type Deps = Issuing & {
  draw: (paper: Pdf) => Promise<Uint8Array>;
  log: Log;
};

export function createInvoices(deps: Deps): Invoices {
  const underWay = new Map<string, Promise<Uint8Array>>();

  function pdfOf(invoiceId: string): Promise<Uint8Array> {
    const started = underWay.get(invoiceId) ?? findOrDraw(invoiceId).finally(() => underWay.delete(invoiceId));
    underWay.set(invoiceId, started);
    return started;
  }

  async function findOrDraw(invoiceId: string): Promise<Uint8Array> {
    const { pdf, paper } = await findPdf(deps.db, invoiceId);
    return pdf ?? savePdf(deps.db, invoiceId, await deps.draw(paper));
  }

  return {
    async issue(orderId) {
      if (await isDue(deps.db, orderId)) await issueInvoices(deps, orderId);
    },
    pdfOf,
    issueRegularly: () =>
      runRegularly({
        db: deps.db,
        ...jobOf('issue invoices'),
        work: () => issueDue({ ...deps, pdfOf }),
        onError: (error) => deps.log.warn({ part: 'api', error: String(error) }, 'invoices were not issued'),
      }),
  };
}

/** In the order of time: the oldest order first, then what has gone back. */
export async function issueDue(deps: Deps & Pick<Invoices, 'pdfOf'>): Promise<void> {
  const until = Date.now() + TURN_MS;
  const failed = new Set<string>();
  const attempt = async (id: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      failed.add(id);
      deps.log.error({ part: 'api', of: id, error: String(error) }, 'an invoice was not issued: it is tried again');
    }
  };
  const inBatches = async (list: (limit: number) => Promise<string[]>, work: (id: string) => Promise<unknown>) => {
    for (;;) {
      // Those that cannot be issued stay first in the list, and hold up nobody.
      const due = (await list(AT_ONCE + failed.size)).filter((id) => !failed.has(id));
      if (due.length === 0) return;
      for (const id of due) {
        if (Date.now() > until) return;
        await attempt(id, () => work(id));
      }
    }
  };
  await inBatches(
    (limit) => listDueOrders(deps.db, limit),
    (orderId) => issueInvoices(deps, orderId),
  );
  await inBatches((limit) => listUndrawn(deps.db, limit), deps.pdfOf);
}
