import { useState } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money.ts';
import type { StaffPayout } from '#contract/payout.schema.ts';
import type { AnyRow } from '#contract/staff-list/description.ts';
import { payoutList } from '#contract/staff-list/payout-list.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { makeBankFile } from '../back-office/payouts.ts';
import { useMay } from '../back-office/who.ts';
import { ListScreen } from '../components/list/list-screen.tsx';
import { PayoutBatches } from '../components/payout-batches.tsx';
import { type AskedStep, PayoutDialog } from '../components/payout-dialog.tsx';

const payoutOf = ({ payout }: AnyRow) => payout as StaffPayout;

/** What is paid to shops: pending ones go into a bank file, and what became of them is said here. */
export function Component() {
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState<AskedStep | null>(null);
  const [making, setMaking] = useState<{ payouts: StaffPayout[]; done: () => void } | null>(null);
  const mayManage = useMay()('managePayouts');
  const again = () => setRound((before) => before + 1);
  return (
    <>
      <ListScreen
        list={payoutList}
        round={round}
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
        below={<PayoutBatches round={round} mayManage={mayManage} onDone={again} />}
      />
      {asking && <PayoutDialog asked={asking} onDone={again} onClose={() => setAsking(null)} />}
      {making && (
        <ConfirmDialog
          tone="main"
          title="Make a bank file?"
          confirmLabel={`Make a file of ${sumOf(making.payouts)}`}
          onConfirm={async () => {
            const fault = await makeBankFile(making.payouts.map(({ payout_id: id }) => id));
            if (fault === undefined) {
              making.done();
              again();
            }
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
    <span className="relative z-10">
      <Link to={`/sellers/${encodeURIComponent(seller)}`} className="text-link">
        <bdi>{name ?? seller}</bdi>
      </Link>
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
      {stuck ? (
        <Stuck payout={payout} />
      ) : (
        (hold ?? failure) && <span className="text-xs text-ink-3">{hold ?? failure}</span>
      )}
      {mayManage && <Steps payout={payout} onAsk={onAsk} />}
    </div>
  );
}

/** What the staff can do about money that Stripe does not give back. */
function Stuck({ payout: { failure, stuck_because: because, transfer, amount } }: { payout: StaffPayout }) {
  return (
    <div className="max-w-80">
      <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
        {failure} The money is with Stripe&apos;s account of the shop, and Stripe does not give it back: “{because}” Ask
        the shop to bring its balance at Stripe to {formatAmount(amount)}, or reverse {transfer} in Stripe&apos;s
        dashboard. It is tried again every hour, and is then in the balance of the shop.
      </span>
    </div>
  );
}

function isForBank({ state, method, hold, batch_id: batch }: StaffPayout): boolean {
  return state === 'pending' && method === 'bank' && hold === null && batch === null;
}

function stepsOf(payout: StaffPayout): Array<AskedStep['step']> {
  const { state, method, hold, batch_id: batch } = payout;
  if (state === 'pending') return batch ? [] : hold ? ['release', 'failed'] : ['hold', 'failed'];
  if (method === 'connect') return [];
  if (state === 'sent') return ['paid', 'failed'];
  return state === 'paid' ? ['failed'] : [];
}

const stepNames: Record<AskedStep['step'], string> = {
  paid: 'Mark as paid',
  failed: 'Mark as failed',
  hold: 'Hold',
  release: 'Release',
};

function Steps({ payout, onAsk }: { payout: StaffPayout; onAsk: (step: AskedStep['step']) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {stepsOf(payout).map((step) => (
        <button key={step} type="button" className="btn btn-line btn-sm" onClick={() => onAsk(step)}>
          {stepNames[step]}
          <span className="sr-only"> {payout.payout_id}</span>
        </button>
      ))}
    </div>
  );
}
