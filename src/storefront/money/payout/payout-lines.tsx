import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PayoutDetail, PayoutLine } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutGroupNames } from '#contract/money/payout.ts';
import { commissionText, lineTitle, partOfGroup } from '#contract/money/payout-labels.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { salesPath } from '../../ordering/seller-order/sales.ts';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { yearDayText } from '../wallet/movement-labels.ts';
import { CarriedFrom } from './payout-sums.tsx';
import { payoutsPath, usePayoutLines } from './payouts.ts';

type LinesProps = { seller: SellerHere; payout: PayoutDetail; group: PayoutGroup | null };

/** All lines of a payout, or what of them is of a group. Made anew for another group. */
export function PayoutLines({ seller, payout, group }: LinesProps) {
  const { first, items, more } = usePayoutLines(seller.sellerId, payout.payout_id, group);
  return (
    <section aria-labelledby="lines" className="scroll-mt-20">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="lines" className="scroll-mt-20 text-lg">
          {group ? t('What is in it: {value}', { value: payoutGroupNames[group].toLowerCase() }) : t('What is in it')}
        </h2>
        {group && (
          <Link to={`${payoutsPath(seller.address, payout.payout_id)}#lines`} className="text-link text-sm">
            {t('Show all lines')}
          </Link>
        )}
      </div>
      <p className="mb-3 text-sm text-ink-3">{t('Each line leads to its order; each fee names its rule.')}</p>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={5} />} fault={t('The lines could not be loaded.')}>
        {() => <Table seller={seller} payout={payout} group={group} lines={items} isWhole={!more} />}
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>{t('Show more lines')}</ActionButton>
        </div>
      )}
    </section>
  );
}

function Table({ seller, payout, group, lines, isWhole }: LinesProps & { lines: PayoutLine[]; isWhole: boolean }) {
  const sum = group ? payout.groups.find((one) => one.group === group)?.amount : payout.lines_sum;
  return (
    <table className="w-full border-t text-sm [&_td]:py-2 [&_td]:pl-3 [&_td:first-child]:pl-0 [&_th]:py-2 [&_th]:pl-3 [&_th]:text-left [&_th]:font-[560] [&_th:first-child]:pl-0 [&_tr]:border-b">
      <caption className="sr-only">{t('Lines of payout {payout_id}', { payout_id: payout.payout_id })}</caption>
      <thead>
        <tr>
          <th className="max-md:hidden">{t('Date')}</th>
          <th className="max-md:!pl-0">{t('Line')}</th>
          {!group && <th className="!text-right max-md:hidden">{t('Price')}</th>}
          {!group && <th className="!text-right max-md:hidden">{t('Fee')}</th>}
          <th className="!text-right">{group ? payoutGroupNames[group] : t('Yours')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <LineRows key={index} {...{ seller, payout, group, line }} />
        ))}
      </tbody>
      {isWhole && (
        <tfoot>
          <tr className="font-[560]">
            <td className="max-md:hidden" />
            <th scope="row" className="max-md:!pl-0">
              {t('Together')}
            </th>
            {!group && <td className="max-md:hidden" colSpan={2} />}
            <td className="num whitespace-nowrap !text-right">{formatAmount(sum ?? 0)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type RowProps = { seller: SellerHere; payout: PayoutDetail; group: PayoutGroup | null; line: PayoutLine };

/** A line; of a payout that came back also what that was made of. */
function LineRows({ isInside = false, ...props }: RowProps & { isInside?: boolean }) {
  const { seller, payout, line } = props;
  const came = payout.came_back.find(({ payout_id: id }) => id === line.payout_id);
  return (
    <>
      <Row {...props} isInside={isInside} />
      {came && came.opening !== 0 && (
        <tr className="text-ink-3">
          <td className="max-md:hidden" />
          <td className="!pl-6" colSpan={props.group ? 2 : 4}>
            <CarriedFrom seller={seller} from={came.carried_from} />
          </td>
        </tr>
      )}
      {came?.lines.map((one, index) => (
        <LineRows key={index} {...props} line={one} isInside />
      ))}
    </>
  );
}

/** `isInside`: of a payout that came back, whose amount is counted in its own row. */
function Row({ seller, group, line, isInside }: RowProps & { isInside: boolean }) {
  return (
    <tr className={isInside ? 'text-ink-3' : ''}>
      <td className="whitespace-nowrap max-md:hidden">{yearDayText(line.at)}</td>
      <td className={isInside ? '!pl-6' : 'max-md:!pl-0'}>
        <LineLink seller={seller} line={line}>
          {lineTitle(line)}
        </LineLink>
        <span className="block text-xs text-ink-3">
          {line.order_id &&
            (line.line === null
              ? t('order {order_id}', { order_id: line.order_id })
              : t('order {order_id}, line {value}', { order_id: line.order_id, value: line.line + 1 }))}
          {line.reason && (line.order_id ? `, ${line.reason}` : line.reason)}
          <OwedFor seller={seller} orders={line.owed_for} />
          {isInside && t(' (counted above)')}
        </span>
        <span className={`block text-xs text-ink-3 ${group ? '' : 'md:hidden'}`}>
          {(group === null || group === 'fees' || group === 'taxes') && commissionText(line)}
        </span>
      </td>
      {!group && (
        <>
          <td className="num whitespace-nowrap !text-right max-md:hidden">
            {line.price === null ? '' : formatAmount(line.price)}
          </td>
          <td className="num whitespace-nowrap !text-right max-md:hidden">
            {line.fee === null ? '' : formatAmount(line.fee)}
            <span className="block whitespace-normal text-xs text-ink-3">{commissionText(line)}</span>
          </td>
        </>
      )}
      <td className="num whitespace-nowrap !text-right">{formatAmount(partOfGroup(line, isInside ? null : group))}</td>
    </tr>
  );
}

function OwedFor({ seller, orders }: { seller: SellerHere; orders: readonly string[] }) {
  if (orders.length === 0) return null;
  return (
    <>
      {' '}
      {rich('(of {orders})', {
        orders: orders.map((order, index) => (
          <span key={order}>
            {index > 0 && ', '}
            <Link to={salesPath(seller.address, { id: order })} className="text-link">
              {order}
            </Link>
          </span>
        )),
      })}
    </>
  );
}

function LineLink({ seller, line, children }: { seller: SellerHere; line: PayoutLine; children: ReactNode }) {
  const to = line.order_id
    ? salesPath(seller.address, { id: line.order_id })
    : line.payout_id
      ? payoutsPath(seller.address, line.payout_id)
      : null;
  if (!to) return children;
  return (
    <Link to={to} className="text-link">
      {children}
      {line.payout_id && ` ${line.payout_id}`}
    </Link>
  );
}
