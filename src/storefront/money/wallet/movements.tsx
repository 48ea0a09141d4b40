import { ChevronLeft, ChevronRight, Download, Printer, Search, Wallet as WalletIcon } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { monthAfter, monthOf } from '#contract/money/wallet.ts';
import { msg, t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Amount } from '../../page/amount.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { dayText, groupNames, monthText, shortMonthText } from './movement-labels.ts';
import { MovementTable } from './movement-table.tsx';
import { saveStatement, useMovements, useWalletMonth, useWalletMonths } from './use-wallet.ts';
import { type WalletAsked, walletAddress } from './wallet-address.ts';

type MovementsProps = { seller: SellerHere; asked: WalletAsked };

/** The movements of a month, or of all where something is searched for. Made anew for other filters. */
export function Movements({ seller, asked }: MovementsProps) {
  const { first, items, more, all } = useMovements(seller.sellerId, asked);
  const months = useWalletMonths(seller.sellerId).value;
  return (
    <section
      aria-labelledby="movements"
      className="print-alone @container mt-8 border-t pt-6 print:mt-0 print:border-0 print:pt-0"
    >
      <p className="hidden text-sm print:block">{seller.name}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="movements" className="text-lg">
          {asked.month ? t('Movements in {month}', { month: monthText(asked.month) }) : t('Movements of all months')}
        </h2>
        <div className="flex flex-wrap items-start gap-2 print:hidden">
          <MonthSwitch seller={seller} asked={asked} months={months} />
          {asked.month && <Files seller={seller} month={asked.month} />}
          {asked.month && first.value && <PrintButton loadAll={all} isWhole={more === null} />}
        </div>
      </div>
      {asked.month ? (
        <MonthBody key={asked.month} seller={seller} asked={asked} month={asked.month}>
          {(sum) => <List {...{ seller, asked, first, items, more, sum }} />}
        </MonthBody>
      ) : (
        <>
          <Filters seller={seller} asked={asked} sum={null} />
          <List {...{ seller, asked, first, items, more }} sum={null} />
        </>
      )}
    </section>
  );
}

/** The list comes first: what the month comes to is counted meanwhile. */
function MonthBody({
  seller,
  asked,
  month,
  children,
}: MovementsProps & { month: string; children: (sum: WalletMonthSum | null) => React.ReactNode }) {
  const sum = useWalletMonth(seller.sellerId, month);
  return (
    <>
      <Filters seller={seller} asked={asked} sum={sum.value} />
      {children(sum.value)}
      {sum.failed && (
        <div className="mt-3 grid gap-2">
          <p role="alert" className="text-sm text-danger">
            {t('What this month comes to could not be loaded.')}
          </p>
          <ActionButton action={async () => void (await sum.reload())}>{t('Try again')}</ActionButton>
        </div>
      )}
    </>
  );
}

type ListProps = MovementsProps &
  Pick<ReturnType<typeof useMovements>, 'first' | 'items' | 'more'> & { sum: WalletMonthSum | null };

function List({ seller, asked, first, items, more, sum }: ListProps) {
  const isWhole = asked.kind === null && asked.q === '';
  return (
    <>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={6} />} fault={t('Your movements could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <NoMovements seller={seller} asked={asked} />
          ) : (
            <MovementTable
              seller={seller}
              movements={items}
              opening={isWhole && !more && asked.month && sum ? { month: asked.month, amount: sum.opening } : null}
            />
          )
        }
      </ShowLoaded>
      {more && (
        <>
          <div className="mt-6 print:hidden">
            <ActionButton action={more}>{t('Show older movements')}</ActionButton>
          </div>
          <p className="mt-3 hidden text-sm print:block">
            {t('Older movements are not on this paper. The button “Print” and the PDF have all of them.')}
          </p>
        </>
      )}
      {sum && isWhole && <AddsUp sum={sum} />}
      <p className="mt-2 text-[.8125rem] text-ink-3">{t('Days and months are those of UTC.')}</p>
    </>
  );
}

const step =
  'inline-flex min-h-8 min-w-8 items-center justify-center rounded-md px-2 text-[.8125rem] text-ink-2 hover:text-ink pointer-coarse:min-h-10 pointer-coarse:min-w-10';

function MonthSwitch({ seller, asked, months }: MovementsProps & { months: WalletMonth[] | null }) {
  const current = monthOf(new Date());
  const month = asked.month ?? current;
  const first = months?.at(-1)?.month ?? current;
  const to = (other: string) => walletAddress(seller.address, { ...asked, month: other });
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, not of fields
    <div role="group" aria-label={t('Month')} className="inline-flex items-center rounded-lg bg-sunken p-0.5">
      {asked.month && before >= first && (
        <a className={step} href={to(before)} aria-label={monthText(before)} data-keep-scroll>
          <ChevronLeft size={16} strokeWidth={1.8} aria-hidden />
        </a>
      )}
      <a
        className={`${step} num ${asked.month ? 'bg-surface font-[560] text-ink' : ''}`}
        href={to(month)}
        aria-current={asked.month ? 'true' : undefined}
        data-keep-scroll
      >
        {shortMonthText(month)}
      </a>
      {asked.month && after <= current && (
        <a className={step} href={to(after)} aria-label={monthText(after)} data-keep-scroll>
          <ChevronRight size={16} strokeWidth={1.8} aria-hidden />
        </a>
      )}
    </div>
  );
}

function Files({ seller, month }: { seller: SellerHere; month: string }) {
  return (
    <>
      {(['csv', 'pdf'] as const).map((format) => (
        <ActionButton key={format} action={() => saveStatement(seller, month, format)}>
          <Download size={15} strokeWidth={1.8} aria-hidden />
          <span className="sr-only">{t('Statement of {month} as', { month: monthText(month) })} </span>
          {format.toUpperCase()}
        </ActionButton>
      ))}
    </>
  );
}

/** A month is printed with all of its movements, also those that were not shown yet. */
function PrintButton({ loadAll, isWhole }: { loadAll: () => Promise<string | undefined>; isWhole: boolean }) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isWhole) return;
    setWanted(false);
    window.print();
  }, [isWanted, isWhole]);

  async function print() {
    const fault = await loadAll();
    setWanted(fault === undefined);
    return fault;
  }
  return (
    <ActionButton action={print}>
      <Printer size={15} strokeWidth={1.8} aria-hidden />
      {t('Print')}
    </ActionButton>
  );
}

function Filters({ seller, asked, sum }: MovementsProps & { sum: WalletMonthSum | null }) {
  const navigate = useNavigate();
  const countOf = (kind: WalletAsked['kind']) =>
    kind === null ? sum?.movements : sum?.groups.find(({ group }) => group === kind)?.movements;

  /** Into all months: who looks for an order does not know when its money came. */
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    navigate(walletAddress(seller.address, { kind: asked.kind, q, month: q === '' ? asked.month : null }));
  }

  return (
    <div className="my-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
      <nav aria-label={t('Which movements')} className="flex flex-wrap gap-2">
        {([null, 'sales', 'refunds', 'payouts'] as const).map((kind) => (
          <a
            key={kind}
            href={walletAddress(seller.address, { ...asked, kind })}
            aria-current={asked.kind === kind ? 'true' : undefined}
            className="chip"
            data-keep-scroll
          >
            {kind ? t(groupNames[kind]) : t('All')}
            {asked.q === '' && sum && <span className="num text-ink-3">{countOf(kind)}</span>}
          </a>
        ))}
      </nav>
      {/* biome-ignore lint/a11y/useSemanticElements: the element search is not known to every reader yet */}
      <form role="search" onSubmit={search} className="flex w-full gap-2 @min-[640px]:w-auto">
        <input
          key={asked.q}
          type="search"
          name="q"
          defaultValue={asked.q}
          maxLength={200}
          aria-label={t('Order, product or payout')}
          placeholder={t('Order, product or payout')}
          className="field !min-h-9 !py-1 !text-sm pointer-coarse:!min-h-10 @min-[640px]:!w-60"
        />
        <button type="submit" className="btn btn-line btn-sm" aria-label={t('Find')}>
          <Search size={16} strokeWidth={1.8} aria-hidden />
        </button>
      </form>
    </div>
  );
}

function NoMovements({ seller, asked }: MovementsProps) {
  const all = { href: walletAddress(seller.address, { month: asked.month }), label: t('Show all movements') };
  if (asked.q)
    return (
      <EmptyState icon={Search} title={t('Nothing was found for {q}.', { q: asked.q })} action={all}>
        {t('Look for the number of an order or how it begins, the name of a product, or the number of a payout.')}
      </EmptyState>
    );
  if (asked.kind)
    return (
      <EmptyState
        icon={WalletIcon}
        title={t('No {value} in this month.', { value: t(groupNames[asked.kind]).toLowerCase() })}
        action={all}
      >
        {t('Other movements are under another filter, or in another month.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={WalletIcon} title={t('Nothing has moved in this month.')}>
      {t('Each sale stands here once its money has come to you, and each refund and payout when it is made.')}
    </EmptyState>
  );
}

const terms = [
  ['sales', msg('sales')],
  ['refunds', msg('refunds less fees')],
  ['payouts', msg('paid out')],
  ['other', msg('corrections')],
] as const;

/** Opening and lines are the closing, always. */
function AddsUp({ sum }: { sum: WalletMonthSum }) {
  const isNow = sum.month === monthOf(new Date());
  return (
    <p className="num mt-4 border-t border-ink pt-3 text-[.8125rem]/6 text-ink-2">
      <Amount amount={sum.opening} /> {t('opening')}
      {terms.map(([group, name]) => {
        const amount = sum.groups.find((one) => one.group === group)?.amount ?? 0;
        if (amount === 0) return null;
        return (
          <span key={group}>
            {' '}
            <span className="text-ink-3">{amount < 0 ? '−' : '+'}</span> <Amount amount={Math.abs(amount)} /> {t(name)}
          </span>
        );
      })}{' '}
      <span className="text-ink-3">=</span>{' '}
      <b className="font-[560] text-ink">
        <Amount amount={sum.closing} />
      </b>{' '}
      {isNow ? t('to date, {value}', { value: dayText(new Date()) }) : t('closing')}
    </p>
  );
}
