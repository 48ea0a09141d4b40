import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Message, type Thread, type ThreadSide, threadsPath } from '#contract/people/message.ts';
import { reportReasonMaximum } from '#contract/people/message-limits.ts';
import { sellerPath } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { OrderDisputeLinks } from '../../ordering/dispute/order-dispute-links.tsx';
import { orderPath } from '../../ordering/order/order-path.ts';
import { salesPath } from '../../ordering/seller-order/sales.ts';
import type { WrittenFor } from '../../selling/product-editor/use-written-for.ts';
import { MessageForm } from './message-form.tsx';
import { block, report, write } from './messages.ts';
import { useThread } from './use-thread.ts';

type Own = { shop: WrittenFor | null; side: ThreadSide };

/** One conversation; `shop` is the one for which it is read, null for a buyer. */
export function ThreadView({ shop, threadId }: { shop: WrittenFor | null; threadId: string }) {
  const side = shop?.sellerId ?? null;
  const { thread, messages, state, earlier, reload } = useThread(side, threadId);
  const own: Own = { shop, side: shop ? 'seller' : 'buyer' };
  const list = threadsPath(shop?.address ?? null);

  async function send(text: string) {
    const fault = await write(side, threadId, text);
    await reload();
    return fault;
  }

  return (
    <>
      <a href={list} className="btn btn-ghost btn-sm -ml-3 mb-2">
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {t('Messages')}
      </a>
      {state === 'loading' && (
        <div role="status">
          <span className="sr-only">{t('Loading')}</span>
          <RowSkeleton rows={3} />
        </div>
      )}
      {state === 'failed' && (
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="text-danger">
            {t('This conversation could not be loaded.')}
          </p>
          <ActionButton action={() => reload().then(() => undefined)}>{t('Try again')}</ActionButton>
        </div>
      )}
      {state === 'missing' && (
        <EmptyState
          icon={MessagesSquare}
          title={t('There is no such conversation.')}
          action={{ href: list, label: t('Messages') }}
        >
          {t('It may be one of another account, or of another shop.')}
        </EmptyState>
      )}
      {thread && (
        <div className="grid gap-6">
          <Head thread={thread} own={own} />
          <Messages thread={thread} messages={messages} own={own} earlier={earlier} />
          <Reply thread={thread} own={own} send={send} />
          <Choices thread={thread} own={own} onChanged={reload} />
        </div>
      )}
    </>
  );
}

function Head({ thread, own }: { thread: Thread; own: Own }) {
  const { about, seller } = thread;
  return (
    <div>
      <h1 className="page-title">
        {'order_id' in about ? (
          <a href={own.shop ? salesPath(own.shop.address, { id: about.order_id }) : orderPath(about.order_id)}>
            {rich('Order {order_id}', {
              order_id: <span className="font-mono text-[.9em] tracking-normal">{about.order_id}</span>,
            })}
          </a>
        ) : (
          <a href={productPath(about.product_id)}>
            <bdi>{about.product_name}</bdi>
          </a>
        )}
      </h1>
      <p className="mt-2 text-ink-2">
        {own.shop
          ? rich('{value}, to {name}', {
              value: <bdi className="font-[560] text-ink">{thread.buyer?.name ?? t('Former customer')}</bdi>,
              name: <bdi>{seller.name}</bdi>,
            })
          : rich('With {a}', {
              a: (
                <a href={sellerPath(seller.address)} className="text-link">
                  <bdi>{seller.name}</bdi>
                </a>
              ),
            })}
      </p>
      {'order_id' in about && !own.shop && (
        <OrderDisputeLinks orderId={about.order_id} of={{ seller: seller.address }} className="mt-2 text-sm" />
      )}
    </div>
  );
}

type MessagesProps = {
  thread: Thread;
  messages: Message[];
  own: Own;
  earlier: (() => Promise<string | undefined>) | null;
};

/** Oldest first, so that one reads down to the answer. The newest is in sight when it comes. */
function Messages({ thread, messages, own, earlier }: MessagesProps) {
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.message_id;
  const before = useRef<string | undefined>(undefined);

  useLayoutEffect(() => {
    const isMore = before.current !== undefined && before.current !== newest;
    if (isMore) end.current?.scrollIntoView({ block: 'nearest' });
    before.current = newest;
  }, [newest]);

  return (
    <div>
      {earlier && (
        <div className="mb-4">
          <ActionButton action={earlier}>{t('Show earlier messages')}</ActionButton>
        </div>
      )}
      <ol aria-label={t('Messages')} className="grid gap-3">
        {messages.map((message) => {
          const isOwn = message.side === own.side;
          return (
            <li
              key={message.message_id}
              className={`grid max-w-[min(52ch,88%)] gap-1 ${isOwn ? 'justify-self-end' : 'justify-self-start'}`}
            >
              <p className={`text-xs text-ink-3 ${isOwn ? 'text-right' : ''}`}>
                <bdi>{writerOf(thread, message, isOwn)}</bdi>, <LocalTime instant={message.created_at} />
              </p>
              <p
                dir="auto"
                className={`whitespace-pre-wrap rounded-lg border px-4 py-2.5 ${isOwn ? 'bg-sunken' : 'bg-surface'}`}
              >
                {message.text}
              </p>
            </li>
          );
        })}
      </ol>
      <div ref={end} className="scroll-mb-8" />
      <p role="status" className="sr-only">
        {messages.length === 1 ? '1 message' : t('{length} messages', { length: messages.length })}
      </p>
    </div>
  );
}

function writerOf(thread: Thread, { side }: Message, isOwn: boolean): string {
  if (side === 'seller') return thread.seller.name;
  return isOwn ? t('You') : (thread.buyer?.name ?? t('Former customer'));
}

type ReplyProps = { thread: Thread; own: Own; send: (text: string) => Promise<string | undefined> };

function Reply({ thread, own, send }: ReplyProps) {
  const why = whyNot(thread, own);
  return why ? (
    <p role="note" className="rounded-md bg-sunken px-4 py-3 text-ink-2">
      {why}
    </p>
  ) : (
    <MessageForm label={t('Your message')} send={send} />
  );
}

function whyNot({ blocked_by: blocked, buyer, seller }: Thread, { side, shop }: Own): string | null {
  if (!buyer) return t('This customer has deleted their account. Nobody reads what you write here.');
  if (blocked.includes('staff'))
    return t('We have ended the messages between this shop and this customer. Write to us by the contact page.');
  if (blocked.includes(side)) return t('You have blocked messages of this conversation. Unblock them to write again.');
  if (blocked.length === 0) return null;
  return shop
    ? t('This customer takes no more messages from your shop.')
    : t('{name} takes no more messages from you. Write to us by the contact page if you need help with an order.', {
        name: seller.name,
      });
}

type ChoicesProps = { thread: Thread; own: Own; onChanged: () => Promise<void> };

function Choices({ thread, own, onChanged }: ChoicesProps) {
  const [asking, setAsking] = useState<'report' | 'block' | null>(null);
  const { thread_id: threadId, blocked_by: blockedBy } = thread;
  const side = own.shop?.sellerId ?? null;
  const other = own.shop ? t('this customer') : thread.seller.name;
  const hasBlocked = blockedBy.includes(own.side);

  async function setBlock(on: boolean) {
    const fault = await block(side, threadId, on);
    if (fault === undefined) await onChanged();
    return fault;
  }

  return (
    <div className="flex flex-wrap items-start gap-3 border-t pt-5">
      {thread.reported ? (
        <p className="text-sm text-ink-3">{t('You have reported this conversation. We look at it.')}</p>
      ) : (
        <button type="button" className="btn btn-ghost btn-sm -ml-3" onClick={() => setAsking('report')}>
          {t('Report')}
        </button>
      )}
      {thread.buyer &&
        (hasBlocked ? (
          <ActionButton className="btn btn-line btn-sm" action={() => setBlock(false)}>
            {t('Unblock')}
          </ActionButton>
        ) : (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => setAsking('block')}>
            {t('Block')}
          </button>
        ))}
      {asking === 'block' && (
        <ConfirmDialog
          tone="harm"
          title={t('Block {other}?', { other })}
          confirmLabel={t('Block')}
          onConfirm={() => setBlock(true)}
          onClose={() => setAsking(null)}
        >
          <p>
            {t('You get no more messages from')} {other}
            {t(', in any conversation, and')} {own.shop ? t('they are') : t('the shop is')}{' '}
            {t('told so. You can unblock at any time.')}
          </p>
        </ConfirmDialog>
      )}
      {asking === 'report' && (
        <ReportDialog
          onReport={(reason) => report(side, threadId, reason)}
          onDone={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

type ReportDialogProps = {
  onReport: (reason: string) => Promise<string | undefined>;
  onDone: () => Promise<void>;
  onClose: () => void;
};

function ReportDialog({ onReport, onDone, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();

  async function confirm() {
    if (!reason.trim()) {
      setWrong(t('Say what is wrong'));
      return '';
    }
    const fault = await onReport(reason.trim());
    if (fault === undefined) await onDone();
    return fault;
  }

  return (
    <ConfirmDialog
      tone="main"
      title={t('Report this conversation?')}
      confirmLabel={t('Report')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {t(
          'Our staff read the whole conversation then, and decide what is to be done. The other side is not told of it, unless we have to warn it.',
        )}
      </p>
      <Field
        label={t('What is wrong')}
        name="reason"
        rows={3}
        value={reason}
        error={wrong}
        onChange={(text) => {
          setReason(text.slice(0, reportReasonMaximum));
          setWrong(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
