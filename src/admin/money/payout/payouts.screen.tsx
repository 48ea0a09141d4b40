import { useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffPayout } from '#contract/money/payout.schema.ts';
import { payoutList } from '#contract/money/payout-list.ts';
import type { AnyRow } from '#contract/operations/staff-list/description.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { useMay } from '../../frame/who.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';
import { PayoutBatches } from './payout-batches.tsx';
import { type AskedStep, PayoutDialog, stepNames } from './payout-dialog.tsx';
import { payoutPath, stuckText } from './payout-labels.tsx';
import { makeBankFile } from './payouts.ts';

const payoutOf = ({ payout }: AnyRow) => payout as StaffPayout;

/** Payouts to shops: pending ones go into a bank file, and their outcomes are recorded here. */
export function Component() {
  const [asking, setAsking] = useState<AskedStep | null>(null);
  const [making, setMaking] = useState<{ payouts: StaffPayout[]; done: () => void } | null>(null);
  const mayManage = useMay()('managePayouts');
  return (
    <>
      <ListScreen
        list={payoutList}
        to={({ id }) => payoutPath(id)}
        lead="What is paid to shops, newest first."
        empty="Nothing was paid out yet."
        cells={{
          seller: ShopOf,
          why: (row) => (
            <Why
              payout={payoutOf(row)}
              mayManage={mayManage}
              onAsk={(step) => setAsking({ payout: payoutOf(row), step })}
            />
          ),
        }}
        {...(mayManage && {
          many: {
            canChoose: (row: AnyRow) => isForBank(payoutOf(row)),
            actions: (rows: AnyRow[], done: () => void) => (
              <button
                type="button"
                className="btn btn-sm bg-on-primary text-primary"
                onClick={() => setMaking({ payouts: rows.map(payoutOf), done })}
              >
                Make a bank file
              </button>
            ),
          },
        })}
        below={<PayoutBatches mayManage={mayManage} />}
      />
      {asking && <PayoutDialog asked={asking} onClose={() => setAsking(null)} />}
      {making && (
        <ConfirmDialog
          tone="main"
          title="Make a bank file?"
          confirmLabel={`Make a file of ${sumOf(making.payouts)}`}
          onConfirm={async () => {
            const fault = await makeBankFile(making.payouts.map(({ payout_id: id }) => id));
            if (fault === undefined) making.done();
            return fault;
          }}
          onClose={() => setMaking(null)}
        >
          <p>
            {making.payouts.length === 1 ? '1 payout' : `${making.payouts.length} payouts`}, {sumOf(making.payouts)}{' '}
            together. No money moves before you give the file to the bank.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function sumOf(payouts: StaffPayout[]): string {
  return formatAmount(payouts.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100);
}

function ShopOf(row: AnyRow) {
  const { seller_id: seller, seller_name: name, batch_id: batch, method, last4 } = payoutOf(row);
  return (
    <span>
      <bdi>{name ?? seller}</bdi>
      <span className="block text-xs text-ink-3">
        {method === 'connect' ? 'Stripe' : `account ··${last4}`}
        {batch && `, file ${batch}`}
      </span>
    </span>
  );
}

type WhyProps = { payout: StaffPayout; mayManage: boolean; onAsk: (step: AskedStep['step']) => void };

/** Why it stands where it does, and what can be said of it. */
function Why({ payout, mayManage, onAsk }: WhyProps) {
  const { hold, failure, stuck_since: stuck } = payout;
  return (
    <div className="grid justify-items-start gap-1">
      <span className="max-w-80 text-xs text-ink-3 [overflow-wrap:anywhere] empty:hidden">
        {stuck ? stuckText(payout) : (hold ?? failure)}
      </span>
      {mayManage && <Steps payout={payout} onAsk={onAsk} />}
    </div>
  );
}

function isForBank({ state, method, hold, batch_id: batch }: StaffPayout): boolean {
  return state === 'pending' && method === 'bank' && hold === null && batch === null;
}

function Steps({ payout, onAsk }: { payout: StaffPayout; onAsk: (step: AskedStep['step']) => void }) {
  return (
    <div className="relative z-10 flex flex-wrap gap-2">
      {payout.steps.map((step) => (
        <button key={step} type="button" className="btn btn-line btn-sm" onClick={() => onAsk(step)}>
          {stepNames[step]}
          <span className="sr-only"> {payout.payout_id}</span>
        </button>
      ))}
    </div>
  );
}
