import { ArrowLeft, Clock, Dot, FileText, Scale } from 'lucide-react';
import { useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import {
  type DisputeMessage,
  type DisputePage,
  disputePath,
  disputesPath,
  reasonLabels,
} from '#contract/ordering/dispute.ts';
import {
  evidenceHint,
  goesBackLabels,
  momentLabels,
  moneyLabels,
  statusOf,
  writerLabels,
} from '#contract/ordering/dispute-labels.ts';
import { t } from '#language/message.ts';
import { type TimeItem, Timeline } from '#ui/chart/timeline.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { MessageForm } from '../../people/message/message-form.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { OrderFact, OrderFacts } from '../order/order-frame.tsx';
import { orderPath } from '../order/order-path.ts';
import { salesPath } from '../seller-order/sales.ts';
import { DisputeFiles } from './dispute-files.tsx';
import { attach, download, useDispute, withdraw, write } from './disputes.ts';

type Shown = { page: DisputePage; reload: () => Promise<void> };

/** One dispute, for its buyer and the people of the shop: where it stands, its times, and what was written. */
export function DisputeView({ disputeId, fault }: { disputeId: string; fault: string | null }) {
  const dispute = useDispute(disputeId);
  return (
    <>
      <a href={disputesPath()} className="btn btn-ghost btn-sm -ml-3 mb-2">
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {t('Disputes')}
      </a>
      <ShowLoaded from={dispute} skeleton={<RowSkeleton rows={5} />} fault={t('This dispute could not be loaded.')}>
        {({ found }) =>
          found ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <Head page={found} />
              {fault && (
                <p role="alert" className="text-danger">
                  {fault}
                </p>
              )}
              <Facts page={found} />
              <Times page={found} />
              <BankSays page={found} />
              <Messages page={found} />
              <Reply page={found} reload={dispute.reload} />
            </div>
          ) : (
            <EmptyState
              icon={Scale}
              title={t('There is no such dispute.')}
              action={{ href: disputesPath(), label: t('Disputes') }}
            >
              {t('It may be one of another account, or of another shop.')}
            </EmptyState>
          )
        }
      </ShowLoaded>
    </>
  );
}

function Head({ page: { dispute, side } }: { page: DisputePage }) {
  const { badge, words } = statusOf(dispute, side);
  return (
    <div>
      <h1 className="page-title">
        {dispute.product
          ? rich('Dispute: {product_name}', { product_name: <bdi>{dispute.product.product_name}</bdi> })
          : t('The bank asks for a payment')}
      </h1>
      <p className="mt-2">
        <StatusBadge state={badge}>{words}</StatusBadge>
      </p>
      {side === 'seller' && dispute.answer_until && !dispute.waits_for_bank && (
        <p className="mt-3 max-w-[64ch] font-[560]">
          {t('Answer until')} <LocalTime instant={dispute.answer_until} />
          {t('. Without an answer the buyer gets the money back.')}
        </p>
      )}
      {dispute.evidence_until && (
        <p className="mt-3 max-w-[64ch] font-[560]">
          {t('The bank takes evidence until')} <LocalTime instant={dispute.evidence_until} />
          {t('. Attach it below well before: the operator hands it in. Without any the payment is lost.')}
        </p>
      )}
      {dispute.decision_reason && (
        <p className="mt-3 max-w-[64ch] whitespace-pre-line">
          <span className="text-ink-3">{t('Why it was decided so:')} </span>
          <bdi>{dispute.decision_reason}</bdi>
        </p>
      )}
    </div>
  );
}

function Facts({ page }: { page: DisputePage }) {
  const { dispute, side } = page;
  const address = dispute.seller?.address;
  const order =
    side === 'seller' && address ? salesPath(address, { id: dispute.order_id }) : orderPath(dispute.order_id);
  return (
    <div className="grid gap-4">
      <OrderFacts>
        <OrderFact name={t('Order')}>
          {side === 'seller' && !address ? (
            dispute.order_id
          ) : (
            <a href={order} className="text-link font-mono">
              {dispute.order_id}
            </a>
          )}
        </OrderFact>
        {side === 'seller' ? (
          <OrderFact name={t('Buyer')}>
            <bdi>{dispute.buyer?.name ?? t('Former customer')}</bdi>
          </OrderFact>
        ) : (
          dispute.seller && (
            <OrderFact name={t('Seller')}>
              <bdi>{dispute.seller.name}</bdi>
            </OrderFact>
          )
        )}
        <OrderFact name={dispute.kind === 'card' ? t('The bank says') : t('The buyer says')}>
          {reasonLabels(dispute.reason)}
        </OrderFact>
        {dispute.amount !== null && <OrderFact name={t('In dispute')}>{formatAmount(dispute.amount)}</OrderFact>}
        {dispute.decided_amount !== null && (
          <OrderFact name={t('Goes back')}>{goesBackLabels(dispute.decided_amount, dispute.decided_minutes)}</OrderFact>
        )}
      </OrderFacts>
      <p className="max-w-[64ch] text-ink-2">{moneyLabels(page)}</p>
    </div>
  );
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
        {t('Times')}
      </h2>
      <Timeline label={t('Times')} items={items} />
    </section>
  );
}

/** Provider's facts on the payment of the same order; nothing of it is changed here. */
function BankSays({ page: { dispute, side, card_disputes: cards } }: { page: DisputePage }) {
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="bank" className="grid gap-3">
      <h2 id="bank" className="text-lg">
        {t('What the bank says')}
      </h2>
      <ul className="border-t">
        {cards.map((card) => {
          const { badge, words } = statusOf({ ...card, kind: 'card', decision: null, waits_for_bank: false }, side);
          return (
            <li key={card.dispute_id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b py-2.5 text-sm">
              <StatusBadge state={badge}>{words}</StatusBadge>
              <span>{reasonLabels(card.reason)}</span>
              {card.amount !== null && <span className="num">{formatAmount(card.amount)}</span>}
              <span className="text-ink-3">
                {t('since')} <LocalTime instant={card.opened_at} />
                {card.evidence_until && (
                  <>
                    {t(', evidence until')} <LocalTime instant={card.evidence_until} />
                  </>
                )}
              </span>
              {card.dispute_id !== dispute.dispute_id && (
                <a href={disputePath(card.dispute_id)} className="text-link">
                  {t('Open')}
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {side === 'seller' && <p className="max-w-[64ch] text-sm text-ink-2">{evidenceHint}</p>}
    </section>
  );
}

function Messages({ page }: { page: DisputePage }) {
  const { name } = useShop().store;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="mb-3 text-lg">
        {t('Messages')}
      </h2>
      {page.messages.length === 0 && <p className="text-ink-2">{t('Nothing was written yet.')}</p>}
      <ol aria-label={t('Messages')} className="grid gap-3">
        {page.messages.map((message) => (
          <li
            key={message.message_id}
            className={`grid max-w-[min(52ch,88%)] gap-1 ${message.own ? 'justify-self-end' : 'justify-self-start'}`}
          >
            <p className={`text-xs text-ink-3 ${message.own ? 'text-right' : ''}`}>
              <bdi>
                {message.own && message.side === 'buyer' ? t('You') : writerLabels(message.side, page.dispute, name)}
              </bdi>
              , <LocalTime instant={message.created_at} />
            </p>
            <Content message={message} disputeId={page.dispute.dispute_id} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Text stays text: nothing in it is a link. */
function Content({ message: { own, text, file }, disputeId }: { message: DisputeMessage; disputeId: string }) {
  const box = `rounded-lg border px-4 py-2.5 ${own ? 'bg-sunken' : 'bg-surface'}`;
  if (!file)
    return (
      <p dir="auto" className={`whitespace-pre-wrap ${box}`}>
        {text}
      </p>
    );
  return (
    <div className={box}>
      <ActionButton className="text-link inline-flex items-center gap-2" action={() => download(disputeId, file)}>
        <FileText size={16} strokeWidth={1.8} aria-hidden />
        <span className="sr-only">{t('Download')} </span>
        <bdi>{file.name}</bdi>
      </ActionButton>
    </div>
  );
}

function Reply({ page, reload }: Shown) {
  const { dispute, may, side } = page;
  const { dispute_id: id } = dispute;
  const [asks, setAsks] = useState(false);
  const [attached, setAttached] = useState<string>();
  const [round, setRound] = useState(0);

  async function send(text: string) {
    const fault = await write(id, text);
    await reload();
    return fault;
  }

  async function add(files: File[]) {
    if (files.length === 0) return;
    setAttached(t('Attaching'));
    const fault = await attach(id, files);
    setAttached(
      fault ??
        (files.length === 1 ? t('The file is attached.') : t('{length} files are attached.', { length: files.length })),
    );
    // A new field, which has chosen nothing.
    setRound((before) => before + 1);
    await reload();
  }

  if (dispute.ended_at !== null)
    return (
      <p className="rounded-md bg-sunken px-4 py-3 text-ink-2">
        {t('This dispute is over. It can be read, and no more.')}
      </p>
    );
  return (
    <div className="grid gap-6">
      {may.write && (
        <>
          <MessageForm
            label={side === 'seller' && dispute.state === 'open' ? t('Your answer') : t('Your message')}
            send={send}
          />
          <div>
            <DisputeFiles key={round} label={t('Attach a file')} onChosen={(files) => void add(files)} />
            <p role="status" className="mt-1 text-sm text-ink-2">
              {attached}
            </p>
          </div>
        </>
      )}
      <div className="flex flex-wrap items-start gap-3 border-t pt-5">
        {may.refund && dispute.seller && (
          <a className="btn btn-line" href={salesPath(dispute.seller.address, { id: dispute.order_id })}>
            {t('Refund it yourself')}
          </a>
        )}
        {may.withdraw && (
          <button type="button" className="btn btn-line" onClick={() => setAsks(true)}>
            {t('Withdraw')}
          </button>
        )}
      </div>
      {asks && (
        <ConfirmDialog
          tone="harm"
          title={t('Withdraw this dispute?')}
          confirmLabel={t('Withdraw')}
          onConfirm={async () => {
            const fault = await withdraw(id);
            if (fault === undefined) await reload();
            return fault;
          }}
          onClose={() => setAsks(false)}
        >
          <p>{t('It is over then, and no money goes back by it. Withdraw it when the problem is solved.')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
