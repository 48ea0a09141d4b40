import {
  ArrowDownLeft,
  Landmark,
  type LucideIcon,
  Percent,
  RotateCcw,
  Scale,
  SlidersHorizontal,
  Undo2,
} from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Movement } from '#contract/money/wallet.schema.ts';
import { t } from '#language/message.ts';
import { Amount } from '../../page/amount.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { MovementExplained } from './movement-explained.tsx';
import { dayText, monthText, movementText, ruleText, yearDayText } from './movement-labels.ts';

const icons: Record<string, LucideIcon> = {
  release: ArrowDownLeft,
  payout: Landmark,
  payout_failed: RotateCcw,
  fee_returned: Percent,
  refund: Undo2,
  refund_failed: RotateCcw,
  dispute: Scale,
  dispute_won: Scale,
  netting: Undo2,
};

type TableProps = {
  seller: SellerHere;
  movements: Movement[];
  /** Below the oldest of a month. */
  opening: { month: string; amount: number } | null;
};

const head = 'pb-2 font-normal';

/** A row opens what it is made of. On a narrow screen the rule and the balance fold into the cells beside them. */
export function MovementTable({ seller, movements, opening }: TableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());

  function toggle(number: number) {
    setOpen((known) => {
      const next = new Set(known);
      if (!next.delete(number)) next.add(number);
      return next;
    });
  }

  return (
    <table className="num w-full text-[.8125rem]/5 [overflow-wrap:break-word]">
      <caption className="sr-only">{t('Movements, newest first')}</caption>
      <thead className="border-b text-left text-xs text-ink-3">
        <tr>
          <th scope="col" className={`${head} w-[1%] whitespace-nowrap pr-4`}>
            {t('Date')}
          </th>
          <th scope="col" className={`${head} pr-4`}>
            {t('Movement')}
          </th>
          <th scope="col" className={`${head} pr-4 @max-[780px]:hidden`}>
            {t('Fee rule')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('Amount')}
          </th>
          <th scope="col" className={`${head} pl-4 text-right @max-[640px]:hidden`}>
            {t('Balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => {
          const isOpen = open.has(movement.number);
          return (
            <Fragment key={movement.number}>
              <Row movement={movement} isOpen={isOpen} onToggle={() => toggle(movement.number)} />
              {isOpen && (
                <tr id={`movement-${movement.number}`} className="border-b bg-surface">
                  <td colSpan={5} className="shadow-[inset_2px_0_0_var(--ink)]">
                    <MovementExplained seller={seller} movement={movement} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
      {/* On paper a foot would stand below every page. */}
      {opening && (
        <tfoot className="print:table-row-group">
          <tr className="border-t border-ink">
            <td />
            <th scope="row" className="py-2 text-left font-[560]">
              {t('Opening of {month}', { month: monthText(opening.month) })}
            </th>
            <td className="@max-[780px]:hidden" />
            <td className="py-2 text-right @min-[640px]:hidden">
              <Amount amount={opening.amount} />
            </td>
            <td className="@max-[640px]:hidden" />
            <td className="py-2 text-right @max-[640px]:hidden">
              <Amount amount={opening.amount} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type RowProps = { movement: Movement; isOpen: boolean; onToggle: () => void };

/** The name is the button; the whole row answers a click. */
function Row({ movement, isOpen, onToggle }: RowProps) {
  const { title, about } = movementText(movement);
  const Icon = icons[movement.kind] ?? SlidersHorizontal;
  return (
    <tr
      className={`relative align-top hover:bg-sunken has-focus-visible:bg-sunken ${isOpen ? 'bg-surface' : 'border-b'}`}
    >
      <td className="whitespace-nowrap py-2.5 pr-4 text-ink-3">
        <time dateTime={movement.at} title={yearDayText(movement.at)}>
          {dayText(movement.at)}
        </time>
      </td>
      <th scope="row" className="py-2.5 pr-4 text-left font-[500]">
        <span className="flex gap-3">
          <Icon size={16} strokeWidth={1.7} aria-hidden className="mt-0.5 flex-none text-ink-3 @max-[420px]:hidden" />
          <span className="min-w-0">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `movement-${movement.number}` : undefined}
              onClick={onToggle}
              className="text-left font-[500] after:absolute after:inset-0 after:content-['']"
            >
              <bdi>{title}</bdi>
            </button>
            {about && <span className="block text-xs/[1.125rem] font-normal text-ink-3">{about}</span>}
            <span className="block text-xs/[1.125rem] font-normal text-ink-3 @min-[780px]:hidden">
              {ruleText(movement)}
            </span>
          </span>
        </span>
      </th>
      <td className="py-2.5 pr-4 text-ink-3 @max-[780px]:hidden">{ruleText(movement)}</td>
      <td className="py-2.5 text-right font-[560]">
        <Amount amount={movement.amount} signed />
        <span className="block text-xs/[1.125rem] font-normal text-ink-3 @min-[640px]:hidden">
          <span className="sr-only">{t('Balance')} </span>
          <Amount amount={movement.balance} />
        </span>
      </td>
      <td className="py-2.5 pl-4 text-right text-ink-3 @max-[640px]:hidden">
        <Amount amount={movement.balance} />
      </td>
    </tr>
  );
}
