import { ArrowLeft, History } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import type { ListingVersions } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { DifferenceFields, DifferenceSummary } from '../approval/difference/difference-fields.tsx';
import { ProductContent } from '../approval/difference/product-content.tsx';
import { ViewChoice } from '../approval/difference/view-choice.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { restore, useCompared, useSold, useVersion, useVersions } from './versions.ts';

type VersionHistoryProps = { seller: SellerHere; productId: string };
type Version = ListingVersions['versions'][number];

/** Every approved version of a product, what differs between two of them, and the way back to one. */
export function VersionHistory({ seller, productId }: VersionHistoryProps) {
  const { first, items: versions, more } = useVersions(seller.sellerId, productId);
  // Hidden, paused or archived it has a current version that nobody buys.
  const isListed = useSold(seller.sellerId, productId);
  const isSold = isListed && seller.state === 'approved';

  return (
    <>
      <a href={editorPath(productId, seller)} className="btn btn-ghost btn-sm -ml-3 mb-4">
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        {versions[0]?.name || t('The product')}
      </a>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('The versions could not be loaded.')}>
        {() =>
          versions.length === 0 ? (
            <EmptyState icon={History} title={t('There is no version yet.')}>
              {t('Each version that is approved is kept here, with what has changed.')}
            </EmptyState>
          ) : (
            <div className="grid gap-x-8 gap-y-8 min-[1200px]:grid-cols-[19rem_minmax(0,1fr)]">
              <section aria-label={t('Versions')} className="min-w-0">
                <h2 className="pb-2 text-base">{versions.length === 1 && !more ? t('One version') : t('Versions')}</h2>
                <ol className="border-b">
                  {versions.map((version) => (
                    <VersionRow
                      key={version.version}
                      version={version}
                      isSold={isSold}
                      seller={seller}
                      productId={productId}
                    />
                  ))}
                </ol>
                {more && (
                  <div className="mt-4">
                    <ActionButton action={more}>{t('Show older versions')}</ActionButton>
                  </div>
                )}
              </section>
              <Comparison versions={versions} seller={seller} productId={productId} />
            </div>
          )
        }
      </ShowLoaded>
    </>
  );
}

type VersionRowProps = VersionHistoryProps & { version: Version; isSold: boolean | null };

function VersionRow({ version: row, isSold, seller, productId }: VersionRowProps) {
  const { version, approved_at, is_current, changed } = row;
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const mayWrite = seller.role !== 'finance';

  async function confirm() {
    const fault = await restore(seller.sellerId, productId, version);
    if (fault !== undefined) return fault;
    const message = t('Version {version} is written into a draft. Look at it and submit it as a change.', { version });
    showAlert({ type: 'success', message }, { persist: true });
    navigate(editorPath(productId, seller));
    return undefined;
  }

  return (
    <li className="grid gap-1.5 border-t py-3.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-[560]">{t('Version {version}', { version })}</b>
        {is_current && isSold && <span className="badge bg-success-soft text-success">{t('On sale')}</span>}
        {is_current && isSold === false && <span className="badge border text-ink-2">{t('Newest')}</span>}
      </p>
      <p className="num text-sm text-ink-3">
        <LocalTime instant={approved_at} />
      </p>
      <p className="text-sm text-ink-2">{version === 1 ? t('The first one') : changedText(changed)}</p>
      {!is_current && mayWrite && (
        <div>
          <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks(true)}>
            {rich('Restore{span}', { span: <span className="sr-only"> {t('version {version}', { version })}</span> })}
          </button>
        </div>
      )}
      {asks && (
        <ConfirmDialog
          tone="main"
          title={t('Restore version {version}?', { version })}
          confirmLabel={t('Restore as a draft')}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        >
          <p>{t('It is written into the draft of this product, in the place of what you have written since.')}</p>
          <p>
            {t('Nothing changes for buyers until you submit it and it is approved. Price and stock stay as they are.')}
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function Comparison({ versions, seller, productId }: VersionHistoryProps & { versions: Version[] }) {
  const [query, setQuery] = useSearchParams();
  const [isWhole, setWhole] = useState(false);
  const numbers = versions.map(({ version }) => version);
  const [newest = 1, before = newest] = numbers;
  const chosen = (name: string, usual: number) => {
    const asked = Number(query.get(name));
    return numbers.includes(asked) ? asked : usual;
  };
  const [from, to] = [chosen('from', before), chosen('to', newest)];

  function choose(name: string, value: string) {
    setQuery(
      (known) => {
        known.set(name, value);
        return known;
      },
      { preventScrollReset: true, replace: true },
    );
  }

  return (
    <section aria-label={t('What differs')} className="min-w-0">
      <h2 className="sr-only">{t('What differs')}</h2>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <VersionSelect label={t('From')} value={from} numbers={numbers} onChange={(value) => choose('from', value)} />
          <VersionSelect label={t('to')} value={to} numbers={numbers} onChange={(value) => choose('to', value)} />
        </div>
        {from !== to && <ViewChoice isWhole={isWhole} onChange={setWhole} />}
      </div>
      {from === to ? (
        <WholeVersion key={to} seller={seller} productId={productId} version={to} />
      ) : (
        <Compared key={`${from} ${to}`} seller={seller} productId={productId} from={from} to={to} isWhole={isWhole} />
      )}
    </section>
  );
}

type SelectProps = { label: string; value: number; numbers: number[]; onChange: (value: string) => void };

function VersionSelect({ label, value, numbers, onChange }: SelectProps) {
  return (
    <label className="flex items-center gap-2">
      {label}
      <select
        className="field !min-h-9 !w-auto !py-1 !text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {t('version {number}', { number })}
          </option>
        ))}
      </select>
    </label>
  );
}

type ComparedProps = VersionHistoryProps & { from: number; to: number; isWhole: boolean };

function Compared({ seller, productId, from, to, isWhole }: ComparedProps) {
  const compared = useCompared(seller.sellerId, productId, { from, to });
  return (
    <ShowLoaded from={compared} skeleton={<RowSkeleton rows={5} />} fault={t('The difference could not be loaded.')}>
      {({ difference, content }) => (
        <>
          <div className="pb-4">
            <DifferenceSummary difference={difference} />
          </div>
          {isWhole ? (
            <ProductContent content={content} />
          ) : (
            <DifferenceFields
              difference={difference}
              names={{ before: t('Version {from}', { from }), after: t('Version {to}', { to }) }}
            />
          )}
        </>
      )}
    </ShowLoaded>
  );
}

function WholeVersion({ seller, productId, version }: VersionHistoryProps & { version: number }) {
  const content = useVersion(seller.sellerId, productId, version);
  return (
    <ShowLoaded from={content} skeleton={<RowSkeleton rows={5} />} fault={t('This version could not be loaded.')}>
      {(whole) => <ProductContent content={whole} />}
    </ShowLoaded>
  );
}

/** 'Name, description and 2 more'. */
function changedText(changed: Version['changed']): string {
  if (changed.length === 0) return t('Nothing has changed');
  const names = changed.map((field) => field.replace(/^product_/, '').replaceAll('_', ' '));
  const shownNames = names.length > 3 ? [...names.slice(0, 2), t('{value} more', { value: names.length - 2 })] : names;
  const text =
    shownNames.length > 1
      ? t('{value} and {value2}', { value: shownNames.slice(0, -1).join(', '), value2: shownNames.at(-1) ?? '' })
      : (shownNames[0] ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function editorPath(productId: string, seller: SellerHere): string {
  return `/profile/products-management/${encodeURIComponent(productId)}?${new URLSearchParams({ seller: seller.address })}`;
}
