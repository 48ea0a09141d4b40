import { type RefObject, useRef, useState } from 'react';
import type { PayoutAccount } from '#contract/money/payout.schema.ts';
import type { SellerDetail } from '#contract/people/staff.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { useMay } from '../../frame/who.ts';
import { confirmAccount, usePayoutAccount } from '../../money/payout/payouts.ts';

type AccountProps = { seller: SellerDetail; onDone: () => Promise<void> };

/** Where the money of a shop goes to. One that was changed is confirmed here, by those who may. */
export function PayoutAccountSection(props: AccountProps) {
  return useMay()('readPayouts') && props.seller.approved_at ? <Section {...props} /> : null;
}

function Section({ seller, onDone }: AccountProps) {
  const account = usePayoutAccount(seller.seller_id);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="payout-account">
      <h2 id="payout-account" ref={heading} tabIndex={-1} className="mb-1 text-lg outline-none">
        Payout account
      </h2>
      <ShowLoaded from={account} skeleton={<RowSkeleton rows={1} />} fault="The payout account could not be loaded.">
        {(shown) => (
          <div className="grid justify-items-start gap-3 text-sm">
            <p className="text-ink-2">{whereTo(shown)}</p>
            {shown.waits_until && (
              <Waiting
                seller={seller}
                account={shown}
                heading={heading}
                onDone={async () => void (await Promise.all([account.reload(), onDone()]))}
              />
            )}
          </div>
        )}
      </ShowLoaded>
    </section>
  );
}

type WaitingProps = AccountProps & { account: PayoutAccount; heading: RefObject<HTMLHeadingElement | null> };

function Waiting({ seller, account, heading, onDone }: WaitingProps) {
  const mayManage = useMay()('managePayouts');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <p>
        The account was changed on <LocalTime instant={account.changed_at ?? ''} />. Payouts wait until{' '}
        <LocalTime instant={account.waits_until ?? ''} />, or until another owner or the staff confirm it.
      </p>
      {mayManage && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks(true)}>
          Confirm the account
        </button>
      )}
      {asks && (
        <ConfirmDialog
          tone="main"
          title={`Confirm the account of ${seller.name ?? 'this shop'}?`}
          confirmLabel="Confirm the account"
          onConfirm={async () => {
            const fault = await confirmAccount(seller.seller_id, account.changed_at ?? '');
            // Also where it was refused: another account may stand there now.
            await onDone();
            return fault;
          }}
          onClose={() => setAsks(false)}
          focusWhenDone={heading}
        >
          <p>{whereTo(account)} They wait no longer then.</p>
          <p>
            Whoever takes over an account changes this first. Ask an owner by another way than the account that changed
            it, such as a phone call. The audit log says that you confirmed it.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function whereTo({ method, last4 }: PayoutAccount): string {
  if (method === 'connect') return 'Payouts go to the account of the shop at Stripe.';
  return method === 'bank' && last4
    ? `Payouts go to the bank account ending in ${last4}.`
    : 'The shop has not said where its payouts go to.';
}
