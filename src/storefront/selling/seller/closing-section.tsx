import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { useApi } from '#client/query/use-api.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { SellerClosing } from '#contract/selling/seller.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { takeClosingStep } from './seller-actions.ts';

type ClosingProps = { sellerId: string; name: string; onChanged: () => Promise<void> };

/** How the shop closes: what is open is shown first, and while it closes it can be opened again. */
export function ClosingSection({ sellerId, name, onChanged }: ClosingProps) {
  const closing = useApi('/seller/{sellerId}/closing', { params: { path: { sellerId } } });
  const [asking, setAsking] = useState<'close' | 'finish' | null>(null);

  async function take(step: 'close' | 'reopen' | 'finish', message: string) {
    const fault = await takeClosingStep(sellerId, step);
    if (fault) return fault;
    await Promise.all([closing.reload(), onChanged()]);
    showAlert({ type: 'success', message });
    return undefined;
  }

  return (
    <Section
      title="Close the shop"
      lead="Buyers keep what they bought; the page of the shop stays and says that it has closed."
    >
      <ShowLoaded from={closing} skeleton={<RowSkeleton />} fault="What is open could not be loaded.">
        {(open) =>
          open.state === 'closed' ? (
            <p>The shop has closed.</p>
          ) : open.state === 'closing' ? (
            <div className="grid justify-items-start gap-4">
              <p>
                {name} is closing. {openText(open)}
              </p>
              <div className="flex flex-wrap gap-3">
                <ActionButton action={() => take('reopen', `${name} is open again`)}>Open the shop again</ActionButton>
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-haspopup="dialog"
                  onClick={() => setAsking('finish')}
                >
                  Close for good now
                </button>
              </div>
              {asking === 'finish' && (
                <ConfirmDialog
                  tone="harm"
                  title={`Close ${name} for good?`}
                  confirmLabel="Close for good"
                  onConfirm={() => take('finish', `${name} has closed`)}
                  onClose={() => setAsking(null)}
                >
                  <p>It cannot be opened again. Its page says that it has closed, and buyers keep what they bought.</p>
                </ConfirmDialog>
              )}
            </div>
          ) : (
            <div>
              <button type="button" className="btn btn-line btn-sm !text-danger" onClick={() => setAsking('close')}>
                Close the shop
              </button>
              {asking === 'close' && (
                <ConfirmDialog
                  tone="harm"
                  title={`Close ${name}?`}
                  confirmLabel="Close the shop"
                  onConfirm={() => take('close', `${name} is closing`)}
                  onClose={() => setAsking(null)}
                >
                  <ul className="grid list-disc gap-1.5 pl-5">
                    <li>{count(open.products_on_sale, 'product leaves', 'products leave')} the catalogue at once.</li>
                    {open.waiting_for_approval > 0 && (
                      <li>{count(open.waiting_for_approval, 'change', 'changes')} waiting for approval: taken back.</li>
                    )}
                    <li>{count(open.open_orders, 'order is', 'orders are')} open: deliver or refund first.</li>
                    <li>{`${formatAmount(open.balance)} is to be paid out.`}</li>
                  </ul>
                  <p>
                    Once nothing is open, and a day has passed, the shop has closed. Until then you can open it again.
                  </p>
                </ConfirmDialog>
              )}
            </div>
          )
        }
      </ShowLoaded>
    </Section>
  );
}

function openText({ open_orders: orders, balance }: SellerClosing): string {
  if (orders > 0) return `${count(orders, 'order is', 'orders are')} open: deliver or refund first.`;
  if (balance !== 0) return `${formatAmount(balance)} is to be paid out first.`;
  return 'Nothing is open any more: it closes by itself within a day.';
}

function count(number: number, one: string, more: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : more}`;
}
