import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Gift } from '#contract/goods/library/gift.schema.ts';
import type { GiftState } from '#contract/goods/library/gift.ts';
import type { StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { useMay } from '../../frame/who.ts';
import { useGifts } from './gift.ts';
import { GiveProduct, WithdrawGift } from './gift-dialogs.tsx';

type CustomerGiftsProps = {
  of: StaffCustomer;
  onDone: () => void;
};

/** Gifts to a customer: products given without an order. */
export function CustomerGifts({ of, onDone }: CustomerGiftsProps) {
  const gifts = useGifts(of.id);
  const mayGive = useMay()('manageCustomers');
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<'give' | Gift | null>(null);
  const [told, setTold] = useState('');
  const { first, items, more } = gifts;

  function done(sentence: string) {
    setTold(sentence);
    onDone();
  }

  return (
    <section aria-labelledby="given">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="given" ref={heading} tabIndex={-1} className="text-lg outline-none">
          Given
        </h2>
        {mayGive && <GiveButton refused={whyNot(of)} onOpen={() => setOpen('give')} />}
      </div>
      <p role="status" className="mb-3 font-[560] text-success empty:hidden">
        {told}
      </p>
      {first.value && items.length === 0 && <p className="text-ink-2">They were given nothing.</p>}
      {items.length > 0 && (
        <ul className="border-t">
          {items.map((gift) => (
            <GiftRow
              key={gift.entitlement_id}
              gift={gift}
              onWithdraw={mayGive && gift.state === 'active' ? () => setOpen(gift) : null}
            />
          ))}
        </ul>
      )}
      {(first.value === null || more) && <ListEnd of={gifts} empty="" />}
      {open === 'give' && <GiveProduct of={of} onDone={done} onClose={() => setOpen(null)} />}
      {open && open !== 'give' && (
        <WithdrawGift of={of} gift={open} focusWhenDone={heading} onDone={done} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

/** As the API would refuse it. */
function whyNot({ account_id: account, own }: StaffCustomer): string | null {
  if (account === null) return 'Nobody with this address has signed in to the shop yet.';
  return own ? 'This is your own account: somebody else of the staff gives to it.' : null;
}

function GiveButton({ refused, onOpen }: { refused: string | null; onOpen: () => void }) {
  if (refused === null)
    return (
      <button type="button" className="btn btn-line btn-sm" aria-haspopup="dialog" onClick={onOpen}>
        Give a product…
      </button>
    );
  return (
    <button
      type="button"
      className="btn btn-line btn-sm"
      aria-disabled="true"
      title={refused}
      aria-description={refused}
    >
      Give a product…
    </button>
  );
}

const states: Record<GiftState, { badge: BadgeState; word: string }> = {
  active: { badge: 'on', word: 'Active' },
  expired: { badge: 'off', word: 'Ended' },
  withdrawn: { badge: 'off', word: 'Withdrawn' },
};

function GiftRow({ gift, onWithdraw }: { gift: Gift; onWithdraw: (() => void) | null }) {
  const { badge, word } = states[gift.state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b py-2.5 text-sm">
      <div className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link to={`/products/${encodeURIComponent(gift.product_id)}`} className="text-link">
            <bdi>{gift.product_name}</bdi>
          </Link>
          <StatusBadge state={badge}>{word}</StatusBadge>
        </p>
        <p className="text-ink-3">
          {'Given '}
          <LocalTime instant={gift.given_at} />
          {gift.by && (
            <>
              {' by '}
              <bdi>{gift.by}</bdi>
            </>
          )}
          {gift.until ? `, until ${gift.until.slice(0, 10)} (UTC)` : ', without an end'}
        </p>
        {gift.note && (
          <p className="whitespace-pre-line text-ink-2">
            Note: <bdi>{gift.note}</bdi>
          </p>
        )}
        {gift.withdrawn_at && (
          <p className="whitespace-pre-line text-ink-2">
            {'Withdrawn '}
            <LocalTime instant={gift.withdrawn_at} />: <bdi>{gift.withdrawn_reason}</bdi>
          </p>
        )}
      </div>
      {onWithdraw && (
        <button type="button" className="btn btn-line btn-sm" aria-haspopup="dialog" onClick={onWithdraw}>
          Withdraw…<span className="sr-only">{` ${gift.product_name}`}</span>
        </button>
      )}
    </li>
  );
}
