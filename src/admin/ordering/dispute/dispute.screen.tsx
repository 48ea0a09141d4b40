import { Clock, Dot } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import { type DisputePage, reasonLabels } from '#contract/ordering/dispute.ts';
import {
  evidenceHint,
  goesBackLabels,
  momentLabels,
  moneyLabels,
  statusOf,
  writerLabels,
} from '#contract/ordering/dispute-labels.ts';
import { disputeFileTypes, disputeTextMaximum } from '#contract/ordering/dispute-terms.ts';
import { type TimeItem, Timeline } from '#ui/chart/timeline.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay, useOffice } from '../../frame/who.ts';
import { DecideDispute } from './decide-dispute.tsx';
import { attach, download, useDispute, write } from './dispute.ts';

/** One dispute: where it stands, its times, what both sides have written, and the decision. */
export function Component() {
  const { disputeId = '' } = useParams();
  return <Disputed key={disputeId} disputeId={disputeId} />;
}

function Disputed({ disputeId }: { disputeId: string }) {
  const dispute = useDispute(disputeId);
  const may = useMay();
  const [asks, setAsks] = useState(false);
  // The button that was pressed is gone afterwards: the focus goes to where what was decided stands.
  const statusRef = useRef<HTMLParagraphElement>(null);
  const { value: page, reload } = dispute;
  return (
    <Screen
      title={page ? `Dispute: ${page.dispute.product?.product_name ?? 'the whole payment'}` : 'Dispute'}
      lead={
        <Link to="/disputes" className="text-link">
          All disputes
        </Link>
      }
      actions={
        page?.may.decide &&
        may('decideDisputes') && (
          <button type="button" className="btn btn-primary btn-sm" onClick={() => setAsks(true)}>
            Decide
          </button>
        )
      }
    >
      <ShowLoaded
        from={dispute}
        skeleton={<RowSkeleton rows={6} />}
        fault="This dispute could not be loaded, or there is none at this address."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Facts page={shown} statusRef={statusRef} />
            <Times page={shown} />
            <Messages page={shown} />
            {shown.may.write && <Reply page={shown} reload={reload} />}
            {asks && (
              <DecideDispute page={shown} onDone={reload} onClose={() => setAsks(false)} focusWhenDone={statusRef} />
            )}
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ page, statusRef }: { page: DisputePage; statusRef: RefObject<HTMLParagraphElement | null> }) {
  const { dispute, side, card_disputes: cards } = page;
  const { badge, words } = statusOf(dispute, 'staff');
  const facts: Fact[] = [
    [
      'State',
      <p key="state" ref={statusRef} tabIndex={-1} className="outline-none">
        <StatusBadge state={badge}>{words}</StatusBadge>
      </p>,
    ],
    ['Why', dispute.decision_reason],
    [
      'Order',
      <Link key="order" to={`/orders/${encodeURIComponent(dispute.order_id)}`} className="text-link">
        {dispute.order_id}
      </Link>,
    ],
    [
      'Shop',
      dispute.seller ? (
        <Link key="shop" to={`/sellers?${new URLSearchParams({ q: dispute.seller.address })}`} className="text-link">
          <bdi>{dispute.seller.name}</bdi>
        </Link>
      ) : (
        'Own products, or several shops'
      ),
    ],
    ['Buyer', <bdi key="buyer">{dispute.buyer?.name ?? 'Former customer'}</bdi>],
    [dispute.kind === 'card' ? 'The bank says' : 'The buyer says', reasonLabels(dispute.reason)],
    ['In dispute', dispute.amount !== null && formatAmount(dispute.amount)],
    ['Goes back', dispute.decided_amount !== null && goesBackLabels(dispute.decided_amount, dispute.decided_minutes)],
    ['Money', moneyLabels(page)],
    [
      'Answer until',
      dispute.answer_until && !dispute.waits_for_bank && <LocalTime key="until" instant={dispute.answer_until} />,
    ],
    [
      'Bank',
      cards.length > 0 && (
        <ul key="bank">
          {cards.map((card) => (
            <li key={card.dispute_id}>
              <Link to={`/disputes/${encodeURIComponent(card.dispute_id)}`} className="text-link">
                {statusOf({ ...card, kind: 'card', decision: null, waits_for_bank: false }, 'staff').words}
              </Link>
              : {reasonLabels(card.reason)}, {card.amount !== null && formatAmount(card.amount)}
            </li>
          ))}
        </ul>
      ),
    ],
    ['Evidence until', dispute.evidence_until && <LocalTime key="evidence" instant={dispute.evidence_until} />],
    ['Evidence', cards.some(({ state }) => state === 'open') && evidenceHint],
    [
      'Decided by',
      side !== 'staff' && 'Somebody else of the staff: you are a side of this dispute. You find it in your profile.',
    ],
  ];
  return <FactList facts={facts} />;
}

function Times({ page }: { page: DisputePage }) {
  const items = page.times.map(
    (time): TimeItem => ({
      id: `${time.what} ${time.at}`,
      at: time.at,
      planned: time.planned,
      icon: time.planned ? Clock : Dot,
      title: momentLabels(time, page),
    }),
  );
  return (
    <section aria-labelledby="times">
      <h2 id="times" className="mb-3 text-lg">
        Times
      </h2>
      <Timeline label="Times" items={items} />
    </section>
  );
}

/** Oldest first. Text stays text: nothing in it is a link. */
function Messages({ page }: { page: DisputePage }) {
  const { storeName } = useOffice();
  const { dispute, messages } = page;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="mb-3 text-lg">
        Messages
      </h2>
      {messages.length === 0 && <p className="text-ink-2">Nothing was written yet.</p>}
      <ol aria-label="Messages" className="border-t">
        {messages.map((message) => {
          const { file } = message;
          return (
            <li
              key={message.message_id}
              className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-2.5 text-sm md:grid-cols-[10rem_minmax(0,1fr)]"
            >
              <p className="min-w-0">
                <bdi className="font-[560]">{writerLabels(message.side, dispute, storeName)}</bdi>
                <span className="block text-xs text-ink-3">
                  <LocalTime instant={message.created_at} />
                </span>
              </p>
              {file ? (
                <div>
                  <ActionButton className="text-link" action={() => download(dispute.dispute_id, file)}>
                    Download <bdi>{file.name}</bdi>
                  </ActionButton>
                </div>
              ) : (
                <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap">
                  {message.text}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Reply({ page: { dispute }, reload }: { page: DisputePage; reload: () => Promise<void> }) {
  const { dispute_id: id } = dispute;
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function act(work: () => Promise<string | undefined>) {
    if (busy) return undefined;
    setBusy(true);
    const found = await work();
    setFault(found);
    await reload();
    setBusy(false);
    return found;
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!text.trim()) return setFault('Write a message');
    const found = await act(() => write(id, text.trim()));
    if (!found) setText('');
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid max-w-[72ch] gap-3">
      <Field
        label="Write to both sides"
        name="text"
        rows={3}
        value={text}
        onChange={(given) => setText(given.slice(0, disputeTextMaximum))}
      />
      <label className="grid gap-1 text-sm">
        Attach a picture or a PDF
        <input
          type="file"
          accept={disputeFileTypes}
          className="max-w-full text-sm"
          onChange={(event) => {
            const { files } = event.target;
            const [file] = files ?? [];
            if (file) void act(() => attach(id, file));
          }}
        />
      </label>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div>
        <button type="submit" className="btn btn-line btn-sm" aria-disabled={busy || undefined}>
          Send
        </button>
      </div>
    </form>
  );
}
