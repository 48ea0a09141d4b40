import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatAmount } from '#contract/money.ts';
import type { StaffPayout } from '#contract/payout.schema.ts';
import { type PayoutFilter, payoutFilters, payoutStateNames } from '#contract/payout.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Lamp, type LampState } from '#ui/lamp.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { makeBankFile, usePayouts } from '../back-office/payouts.ts';
import { useOverview } from '../back-office/use-waiting.ts';
import { useMay } from '../back-office/who.ts';
import { ListEnd } from '../components/list-end.tsx';
import { PayoutBatches } from '../components/payout-batches.tsx';
import { type AskedStep, PayoutDialog } from '../components/payout-dialog.tsx';
import { Screen } from '../components/screen.tsx';

const filterNames: Record<PayoutFilter, string> = {
  ...payoutStateNames,
  held: 'On hold',
  stuck: 'Cannot be taken back',
};
const lamps: Record<StaffPayout['state'], LampState> = {
  pending: 'bad',
  sent: 'wait',
  paid: 'on',
  failed: 'back',
  returned: 'back',
};

/** What is paid to shops: pending ones go into a bank file, and what became of them is said here. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const batch = params.get('batch') ?? '';
  const state = payoutFilters.find((name) => name === params.get('state')) ?? '';
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<StaffPayout[]>([]);
  const [asking, setAsking] = useState<AskedStep | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const mayManage = useMay()('managePayouts');
  const payouts = usePayouts({ state, batch }, round);
  const sum = formatAmount(chosen.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100);
  const count = chosen.length === 1 ? '1 payout' : `${chosen.length} payouts`;

  function again() {
    setChosen([]);
    setRound((before) => before + 1);
  }

  return (
    <Screen title="Payouts" lead="What is paid to shops, newest first.">
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-xs text-ink-3">
          State
          <select
            className="field !min-h-10 !w-auto py-1 text-sm"
            value={state}
            onChange={(event) => {
              setChosen([]);
              setParams(event.target.value ? { state: event.target.value } : {});
            }}
          >
            <option value="">All</option>
            {payoutFilters.map((name) => (
              <option key={name} value={name}>
                {filterNames[name]}
              </option>
            ))}
          </select>
        </label>
        {batch && (
          <button type="button" className="btn btn-ghost btn-sm !min-h-10" onClick={() => setParams({})}>
            Only {batch}: show all
          </button>
        )}
        {chosen.length > 0 && (
          <button type="button" className="btn btn-sm !min-h-10 bg-sale text-on-sale" onClick={() => setIsMaking(true)}>
            Make a bank file of {count}, {sum}
          </button>
        )}
      </div>
      <StuckNotice shown={state} />
      {payouts.items && payouts.items.length > 0 && (
        <table className="table border-t">
          <caption className="sr-only">Payouts</caption>
          <thead>
            <tr>
              {mayManage && (
                <th>
                  <span className="sr-only">Choose</span>
                </th>
              )}
              <th>Payout</th>
              <th className="max-md:hidden">Shop</th>
              <th className="max-md:hidden">State</th>
              <th className="!text-right">Amount</th>
              {mayManage && <th className="max-md:hidden">What became of it</th>}
            </tr>
          </thead>
          <tbody>
            {payouts.items.map((payout) => (
              <tr key={payout.payout_id}>
                {mayManage && (
                  <td>
                    {isForBank(payout) && (
                      <input
                        type="checkbox"
                        aria-label={`Choose ${payout.payout_id}`}
                        checked={chosen.some(({ payout_id: id }) => id === payout.payout_id)}
                        onChange={({ target }) =>
                          setChosen((known) => [
                            ...known.filter(({ payout_id: id }) => id !== payout.payout_id),
                            ...(target.checked ? [payout] : []),
                          ])
                        }
                      />
                    )}
                  </td>
                )}
                <PayoutCells payout={payout}>
                  {mayManage && <Steps payout={payout} onAsk={(step) => setAsking({ payout, step })} />}
                </PayoutCells>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={payouts} empty={state || batch ? 'No payout is like this.' : 'Nothing was paid out yet.'} />
      <PayoutBatches round={round} mayManage={mayManage} onDone={again} />
      {asking && <PayoutDialog asked={asking} onDone={again} onClose={() => setAsking(null)} />}
      {isMaking && (
        <ConfirmDialog
          title="Make a bank file?"
          confirmLabel={`Make a file of ${sum}`}
          onConfirm={async () => {
            const fault = await makeBankFile(chosen.map(({ payout_id: id }) => id));
            if (fault === undefined) again();
            return fault;
          }}
          onClose={() => setIsMaking(false)}
        >
          <p>
            {count}, {sum} together. No money moves before you give the file to the bank.
          </p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

/** On a phone the shop, the state and what can be done with it stand below the payout. */
function PayoutCells({ payout, children }: { payout: StaffPayout; children: ReactNode }) {
  return (
    <>
      <td>
        <span className="font-[560]">{payout.payout_id}</span>
        <span className="block text-xs text-ink-3">
          <LocalTime instant={payout.create_time} />
        </span>
        <div className="mt-1 grid justify-items-start gap-1 md:hidden">
          <ShopOf payout={payout} />
          <Standing payout={payout} />
          {children}
        </div>
      </td>
      <td className="max-md:hidden">
        <ShopOf payout={payout} />
      </td>
      <td className="max-md:hidden">
        <Standing payout={payout} />
      </td>
      <td className="num !text-right">{formatAmount(payout.amount)}</td>
      {children && <td className="max-md:hidden">{children}</td>}
    </>
  );
}

function ShopOf({ payout }: { payout: StaffPayout }) {
  const { seller_id: seller, seller_name: name, batch_id: batch } = payout;
  return (
    <div>
      <Link to={`/sellers/${encodeURIComponent(seller)}`} className="text-link">
        <bdi>{name ?? seller}</bdi>
      </Link>
      <span className="block text-xs text-ink-3">
        {payout.method === 'connect' ? 'Stripe' : `account ··${payout.last4}`}
        {batch && `, file ${batch}`}
      </span>
    </div>
  );
}

function Standing({ payout }: { payout: StaffPayout }) {
  const { state, hold, failure, stuck_since: stuck } = payout;
  if (stuck) return <Stuck payout={payout} />;
  return (
    <div>
      <Lamp state={hold ? 'draft' : lamps[state]}>{hold ? 'On hold' : payoutStateNames[state]}</Lamp>
      {(hold ?? failure) && <span className="block text-xs text-ink-3">{hold ?? failure}</span>}
    </div>
  );
}

/** What the staff can do about money that Stripe does not give back. */
function Stuck({ payout: { failure, stuck_because: because, transfer, amount } }: { payout: StaffPayout }) {
  return (
    <div className="max-w-80">
      <Lamp state="bad">{filterNames.stuck}</Lamp>
      <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
        {failure} The money is with Stripe&apos;s account of the shop, and Stripe does not give it back: “{because}” Ask
        the shop to bring its balance at Stripe to {formatAmount(amount)}, or reverse {transfer} in Stripe&apos;s
        dashboard. It is tried again every hour, and is then in the balance of the shop.
      </span>
    </div>
  );
}

function StuckNotice({ shown }: { shown: string }) {
  const stuck = useOverview().value?.payouts_stuck ?? 0;
  if (stuck === 0 || shown === 'stuck') return null;
  return (
    <p role="status" className="mb-4 border-l-2 border-danger pl-3 text-sm">
      {stuck === 1 ? '1 payout has' : `${stuck} payouts have`} not arrived, and Stripe does not give the money back.{' '}
      <Link to="/payouts?state=stuck" className="text-link">
        See what to do
      </Link>
    </p>
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
  paid: 'Paid',
  failed: 'Failed',
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
