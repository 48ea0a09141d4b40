import { Flag, LogIn, Mail, ShoppingBag, Star, UserRound } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { CustomerEvent, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { type TimeItem, Timeline } from '#ui/chart/timeline.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { CustomerGifts } from '../../goods/entitlement/customer-gifts.tsx';
import { actionName } from '../../operations/audit-entry/action-name.ts';
import { saveExport, useCustomer, useCustomerEvents } from './customer.ts';
import { DeleteCustomer, RestoreCustomer, SignOutCustomer, SuspendCustomer } from './customer-dialogs.tsx';

/** One customer: what they bought and wrote, how they sign in, what was written to them, and what can be done with their account. */
export function Component() {
  const { userId = '' } = useParams();
  return <Customer key={userId} userId={userId} />;
}

function Customer({ userId }: { userId: string }) {
  const customer = useCustomer(userId);
  const [told, setTold] = useState('');
  const statusRef = useRef<HTMLParagraphElement>(null);
  const { value, reload } = customer;

  async function done(sentence: string) {
    setTold(sentence);
    await reload();
  }

  return (
    <Screen
      title={value ? value.name || value.email : 'Customer'}
      lead={
        <Link to="/customers" className="text-link">
          All customers
        </Link>
      }
      actions={value && <Actions of={value} statusRef={statusRef} onDone={done} />}
    >
      <p role="status" className="mb-4 font-[560] text-success empty:hidden">
        {told}
      </p>
      <ShowLoaded
        from={customer}
        skeleton={<RowSkeleton rows={8} />}
        fault="This customer could not be loaded: there is none at this address, or your role does not include it any more."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <div>
              <p ref={statusRef} tabIndex={-1} className="mb-4 outline-none">
                <AccountStatus of={shown} />
              </p>
              <FactList facts={factsOf(shown)} />
            </div>
            <Orders of={shown} />
            <CustomerGifts of={shown} onDone={() => void done('')} />
            <Reviews of={shown} />
            <Reports of={shown} />
            <SignIns of={shown} />
            <Mails of={shown} />
            <Happened id={shown.id} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

const labels = {
  suspend: 'Suspend',
  restore: 'Restore',
  sign_out: 'Sign out everywhere',
  export: 'Export data',
  delete: 'Delete',
} as const;
const dialogs = {
  suspend: SuspendCustomer,
  restore: RestoreCustomer,
  sign_out: SignOutCustomer,
  delete: DeleteCustomer,
} as const;

type ActionsProps = {
  of: StaffCustomer;
  statusRef: React.RefObject<HTMLParagraphElement | null>;
  onDone: (sentence: string) => Promise<void>;
};

function Actions({ of, statusRef, onDone }: ActionsProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const navigate = useNavigate();
  const Dialog = open && dialogs[open];
  return (
    <>
      {of.actions.map(({ action, refused }) =>
        refused !== null ? (
          <button
            key={action}
            type="button"
            className="btn btn-line btn-sm"
            aria-disabled="true"
            title={refused}
            aria-description={refused}
          >
            {labels[action]}
          </button>
        ) : action === 'export' ? (
          <ActionButton key={action} action={() => saveExport(of)}>
            {labels[action]}
          </ActionButton>
        ) : (
          <button
            key={action}
            type="button"
            className="btn btn-line btn-sm"
            aria-haspopup="dialog"
            onClick={() => setOpen(action)}
          >
            {labels[action]}
          </button>
        ),
      )}
      {Dialog && (
        <Dialog
          of={of}
          focusWhenDone={statusRef}
          onClose={() => setOpen(null)}
          onDone={(sentence) => {
            if (open === 'delete') navigate('/customers', { replace: true });
            else void onDone(sentence);
          }}
        />
      )}
    </>
  );
}

function AccountStatus({ of: { suspension, account } }: { of: StaffCustomer }) {
  if (suspension)
    return (
      <span className="flex flex-wrap gap-x-2">
        <StatusBadge state="off">Suspended</StatusBadge>
        <span className="text-ink-2">
          {suspension.at && <LocalTime instant={suspension.at} />} by <bdi>{suspension.by ?? 'an operator'}</bdi>
          {suspension.reason && (
            <>
              : <bdi>{suspension.reason}</bdi>
            </>
          )}
        </span>
      </span>
    );
  if (account?.blocked_until) return <StatusBadge state="wait">Blocked for a while after failed sign-ins</StatusBadge>;
  return <StatusBadge state="on">{account ? 'Can sign in' : 'Signs in elsewhere, or has not come yet'}</StatusBadge>;
}

function walletLabels({ wallet, wallet_expected: expected }: StaffCustomer): string {
  const balance = formatAmount(wallet);
  return expected > 0 ? `${balance}, and up to ${formatAmount(expected)} may come back to it` : balance;
}

function factsOf(of: StaffCustomer): Fact[] {
  const { account, sellers } = of;
  return [
    ['E-mail', <bdi key="email">{of.email}</bdi>],
    ['Account', of.account_id],
    ['Customer since', <LocalTime key="since" instant={of.created_at} />],
    ['Role', of.staff_role ? `Staff: ${of.staff_role}` : of.role],
    ['Phone', of.phone],
    ['Addresses', of.addresses.join('\n')],
    ['Second factors', account && (account.factors.join(', ') || 'none')],
    ['Address confirmed', account && (account.email_verified ? 'yes' : 'no')],
    ['Failed sign-ins', account && account.failures > 0 && `${account.failures} in a row`],
    ['Wallet', (of.wallet > 0 || of.wallet_expected > 0) && walletLabels(of)],
    ['Library', of.counts.library > 0 && `${of.counts.library} products`],
    ['Saved products and searches', of.counts.saved > 0 && String(of.counts.saved)],
    [
      'Shops',
      sellers.length > 0 && (
        <ul key="shops">
          {sellers.map(({ seller_id: id, name, role, state }) => (
            <li key={id}>
              <Link to={`/sellers/${encodeURIComponent(id)}`} className="text-link">
                <bdi>{name || 'Without a name'}</bdi>
              </Link>
              , {role}, {state}
            </li>
          ))}
        </ul>
      ),
    ],
  ];
}

type PartProps = { id: string; title: string; empty: string | false; more?: ReactNode; children: ReactNode };

function Part({ id, title, empty, more, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {more}
      </div>
      {empty ? <p className="text-ink-2">{empty}</p> : <ul className="border-t">{children}</ul>}
    </section>
  );
}

function Row({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b py-2.5 text-sm">
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      <span className="text-xs text-ink-3">
        <LocalTime instant={at} />
      </span>
    </li>
  );
}

function Orders({ of: { orders, counts, account_id: account } }: { of: StaffCustomer }) {
  const may = useMay();
  const all = account && counts.orders > 0 && may('readSales') && (
    <Link to={`/orders?customer=${encodeURIComponent(account)}`} className="text-link text-sm">
      All {counts.orders} orders
    </Link>
  );
  return (
    <Part id="orders" title="Orders" more={all} empty={orders.length === 0 && 'They have ordered nothing.'}>
      {orders.map((order) => (
        <Row key={order.order_id} at={order.created_at}>
          <Link to={`/orders/${encodeURIComponent(order.order_id)}`} className="font-mono text-link">
            {order.order_id}
          </Link>{' '}
          <span className="num">{formatAmount(order.total)}</span>{' '}
          <span className="text-ink-3">{order.status.replace('_', ' ')}</span>
        </Row>
      ))}
    </Part>
  );
}

function Reviews({ of: { reviews, counts } }: { of: StaffCustomer }) {
  return (
    <Part
      id="reviews"
      title={counts.reviews > reviews.length ? `Reviews: the newest of ${counts.reviews}` : 'Reviews'}
      empty={reviews.length === 0 && 'They have written none.'}
    >
      {reviews.map((review) => (
        <Row key={review.review_id} at={review.updated_at}>
          <Link to={`/reviews/${encodeURIComponent(review.review_id)}`} className="text-link">
            <bdi>{review.product_name}</bdi>
          </Link>{' '}
          {review.rate} of 5 stars{!review.show && ', hidden'}{' '}
          <span dir="auto" className="text-ink-3">
            {review.text}
          </span>
        </Row>
      ))}
    </Part>
  );
}

function Reports({ of: { reports } }: { of: StaffCustomer }) {
  return (
    <Part
      id="reports"
      title="Messages reported"
      empty={reports.length === 0 && 'No conversation of theirs was reported.'}
    >
      {reports.map((report) => (
        <Row key={report.thread_id + report.created_at} at={report.created_at}>
          <Link to={`/reports/${encodeURIComponent(report.thread_id)}`} className="text-link">
            {report.by_customer ? 'Reported' : 'Was reported by'} <bdi>{report.seller}</bdi>
          </Link>{' '}
          {report.resolved_at ? 'settled' : 'open'}: <bdi className="text-ink-3">{report.reason}</bdi>
        </Row>
      ))}
    </Part>
  );
}

function SignIns({ of: { sign_ins: signIns } }: { of: StaffCustomer }) {
  return (
    <Part id="sign-ins" title="Sign-ins" empty={signIns.length === 0 && 'None of the last 30 days is known.'}>
      {signIns.map((one) => (
        <Row key={one.id} at={one.at}>
          {one.ended_at ? 'Ended' : 'Signed in'}
          {one.methods.length > 0 && `, by ${one.methods.map(methodName).join(', ')}`}
          {one.device && (
            <>
              , on <bdi>{one.device}</bdi>
            </>
          )}
        </Row>
      ))}
    </Part>
  );
}

/** As tokens name them (RFC 8176). */
const methodNames: Readonly<Record<string, string>> = {
  pwd: 'password',
  otp: 'one-time code',
  mfa: 'second factor',
  hwk: 'passkey',
  swk: 'passkey',
  user: 'presence',
};
const methodName = (method: string) => methodNames[method] ?? method;

const sent = { waiting: 'waits', sent: 'sent', failed: 'could not be sent' };

function Mails({ of: { mails } }: { of: StaffCustomer }) {
  return (
    <Part id="mails" title="Mails sent" empty={mails.length === 0 && 'No mail was written to them within a month.'}>
      {mails.map((mail) => (
        <Row key={mail.id} at={mail.created_at}>
          <bdi>{mail.subject}</bdi> <span className="text-ink-3">{sent[mail.state]}</span>
        </Row>
      ))}
    </Part>
  );
}

const icons: Record<CustomerEvent['kind'], TimeItem['icon']> = {
  order: ShoppingBag,
  review: Star,
  report: Flag,
  sign_in: LogIn,
  mail: Mail,
  account: UserRound,
};

function Happened({ id }: { id: string }) {
  const events = useCustomerEvents(id);
  const may = useMay();
  const linkOf = ({ kind, subject }: CustomerEvent) =>
    subject &&
    {
      order: `/orders/${subject}`,
      review: `/reviews/${subject}`,
      report: `/reports/${subject}`,
      account: may('readAudit') && `/audit/${subject}`,
    }[kind as 'order'];
  const itemOf = (event: CustomerEvent): TimeItem => {
    const to = linkOf(event);
    const title = event.kind === 'account' ? actionName(event.title) : event.title;
    return {
      id: event.id,
      at: event.at,
      icon: icons[event.kind],
      title: (
        <>
          {to ? (
            <Link to={to} className="text-link">
              {title}
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
          {event.by && (
            <span className="text-ink-3">
              {' '}
              by <bdi>{event.by}</bdi>
            </span>
          )}
        </>
      ),
      detail: event.detail && (
        <bdi>{event.kind === 'sign_in' ? event.detail.split(', ').map(methodName).join(', ') : event.detail}</bdi>
      ),
    };
  };
  return (
    <section aria-labelledby="customer-time">
      <h2 id="customer-time" className="mb-2 text-lg">
        Line of time
      </h2>
      {events.items.length > 0 && <Timeline label="What happened" items={events.items.map(itemOf)} />}
      <ListEnd of={events} empty="Nothing has happened yet." />
    </section>
  );
}
