import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useApi } from '#client/query/use-api.ts';
import { countryName } from '#contract/countries.ts';
import type { SellerDetail } from '#contract/people/staff.schema.ts';
import { suspensionReasonMaximum, suspensionReasonMinimum } from '#contract/people/staff.ts';
import { isOpenedSeller, sellerPath } from '#contract/selling/seller.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { attempt } from '../../frame/attempt.ts';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { StateBadge } from '../../frame/state-badge.tsx';
import { useMay } from '../../frame/who.ts';
import { actionName } from '../../operations/audit-entry/action-name.ts';
import { SellerSales } from '../../ordering/seller-order/seller-sales.tsx';
import { OwnProductsSection } from './own-products-section.tsx';
import { PayoutAccountSection } from './payout-account.tsx';

/** One shop: what it says of itself, its people, and what became of it. */
export function Component() {
  const { sellerId = '' } = useParams();
  return <Seller key={sellerId} sellerId={sellerId} />;
}

function Seller({ sellerId }: { sellerId: string }) {
  const seller = useApi('/admin/seller/{sellerId}', { params: { path: { sellerId } } });
  const { value } = seller;
  return (
    <Screen
      title={value ? (value.name ?? 'A shop without a name') : 'Seller'}
      lead={
        <Link to="/sellers" className="text-link">
          All sellers
        </Link>
      }
      actions={value && <Actions seller={value} onDone={seller.reload} />}
    >
      <ShowLoaded
        from={seller}
        skeleton={<RowSkeleton rows={6} />}
        fault="This seller could not be loaded, or there is none at this address."
      >
        {(shown) => (
          <div className="grid gap-10">
            <Facts seller={shown} />
            <People seller={shown} />
            <PayoutAccountSection seller={shown} onDone={seller.reload} />
            <OwnProductsSection seller={shown} onDone={seller.reload} />
            <Sales seller={shown} />
            <History seller={shown} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ seller }: { seller: SellerDetail }) {
  const facts: Fact[] = [
    ['State', <StateBadge key="state" state={seller.state} />],
    ['Reason', seller.reason],
    [
      'Public page',
      seller.address &&
        (isOpenedSeller(seller.state) ? (
          <a key="page" href={sellerPath(seller.address)} className="text-link">
            {sellerPath(seller.address)}
          </a>
        ) : (
          `${sellerPath(seller.address)}, once it is approved`
        )),
    ],
    ['Products', `${seller.products}, ${seller.listed} of them in the catalogue`],
    ['Country', seller.country && countryName(seller.country)],
    ['Responsible', seller.responsible],
    ['What is sold', seller.sells],
    ['About', seller.about],
    ['Support address', seller.support_email],
    ['Approved', seller.approved_at && <LocalTime key="approved" instant={seller.approved_at} />],
    ['Begun', <LocalTime key="begun" instant={seller.created_at} />],
  ];
  return <FactList facts={facts} />;
}

function People({ seller }: { seller: SellerDetail }) {
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-3 text-lg">
        People
      </h2>
      <table className="table border-t" aria-labelledby="people">
        <thead>
          <tr>
            <th>Who</th>
            <th>Role</th>
            <th className="max-md:hidden">Since</th>
          </tr>
        </thead>
        <tbody>
          {seller.members.map((member) => (
            <tr key={member.account_id}>
              <td>
                <bdi>{member.name || member.email}</bdi>
                <span className="block text-xs text-ink-3">{member.email}</span>
              </td>
              <td>{member.role}</td>
              <td className="max-md:hidden">
                <LocalTime instant={member.joined_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Sales of shops that were approved, for those who may see them. */
function Sales({ seller }: { seller: SellerDetail }) {
  const may = useMay();
  return may('readSales') && seller.approved_at ? <SellerSales seller={seller} /> : null;
}

function History({ seller }: { seller: SellerDetail }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      {seller.history.length === 0 && <p className="border-y py-6 text-sm text-ink-2">Nothing is noted yet.</p>}
      <ol className="border-t empty:hidden">
        {seller.history.map((entry) => (
          <li key={entry.at + entry.action} className="border-b py-2.5 text-sm">
            <p className="flex flex-wrap justify-between gap-x-6">
              <span className="font-[560]">{actionName(entry.action)}</span>
              <span className="text-xs text-ink-3">
                <bdi>{entry.by}</bdi>, <LocalTime instant={entry.at} />
              </span>
            </p>
            {entry.reason && <p className="whitespace-pre-line text-ink-2">{entry.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Actions({ seller, onDone }: { seller: SellerDetail; onDone: () => Promise<void> }) {
  const may = useMay();
  const [asks, setAsks] = useState<'suspend' | 'reinstate' | null>(null);
  if (!may('suspendSellers')) return null;
  const close = () => setAsks(null);
  return (
    <>
      {(seller.state === 'approved' || seller.state === 'closing') && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks('suspend')}>
          Suspend
        </button>
      )}
      {seller.state === 'suspended' && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks('reinstate')}>
          Reinstate
        </button>
      )}
      {asks === 'suspend' && <SuspendDialog seller={seller} onDone={onDone} onClose={close} />}
      {asks === 'reinstate' && (
        <ConfirmDialog
          tone="main"
          title={`Reinstate ${seller.name}?`}
          confirmLabel="Reinstate"
          onClose={close}
          onConfirm={async () => {
            const fault = await attempt((api) =>
              api.post('/admin/seller/{sellerId}/reinstate', { params: { path: { sellerId: seller.seller_id } } }),
            );
            if (!fault) await onDone();
            return fault;
          }}
        >
          <p>
            What its people have not paused is in the catalogue again and can be bought. Its owners are told by mail.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

type SuspendProps = { seller: SellerDetail; onDone: () => Promise<void>; onClose: () => void };

function SuspendDialog({ seller, onDone, onClose }: SuspendProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const length = reason.trim().length;

  async function suspend(): Promise<string | undefined> {
    if (length < suspensionReasonMinimum || length > suspensionReasonMaximum) {
      setFault(
        length > suspensionReasonMaximum
          ? `Write at most ${suspensionReasonMaximum} characters.`
          : 'Write why: the owners of the shop read it.',
      );
      return '';
    }
    setFault('');
    const refused = await attempt((api) =>
      api.post('/admin/seller/{sellerId}/suspend', {
        params: { path: { sellerId: seller.seller_id } },
        body: { reason: reason.trim() },
      }),
    );
    if (!refused) await onDone();
    return refused;
  }

  return (
    <ConfirmDialog
      tone="harm"
      title={`Suspend ${seller.name}?`}
      confirmLabel="Suspend"
      onConfirm={suspend}
      onClose={onClose}
    >
      <p>
        At once its products ({seller.listed} in the catalogue) can no longer be seen or paid for. Orders that wait for
        their payment end, and their buyers are told. What was paid stays with the buyers and with us.
      </p>
      <Field
        label="Reason"
        name="reason"
        rows={4}
        value={reason}
        error={fault}
        hint="Its owners get it by mail, in these words."
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
