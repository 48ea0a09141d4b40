import { PackagePlus, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { BulkAnswer, BulkChange, ListingList } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { BulkBar, type ChosenAction } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { changedText, changeMany, undoOf } from './change-many.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ListingFilters } from './listing-filters.tsx';
import { ListingTable } from './listing-table.tsx';
import { listingsAddress, listingsPath, readListingsAddress, sellerOf } from './listings-address.ts';
import { saveExport, useListings } from './use-listings.ts';

type NoticeContent = { text: string; undo: BulkChange | null; isFault?: true };

const nobody: ReadonlySet<string> = new Set();

/** Every product of a shop, with what can be done with several of them. */
export function ListingScreen({ seller }: { seller: SellerHere }) {
  const { search, key } = useLocation();
  const asked = readListingsAddress(search);
  const listings = useListings(seller.sellerId, asked);
  const [chosenAt, setChosenAt] = useState({ key, ids: nobody });
  const [action, setAction] = useState<ChosenAction | null>(null);
  const [importing, setImporting] = useState(false);
  const [told, setTold] = useState<NoticeContent | null>(null);
  const mayEdit = seller.role !== 'finance';
  // Any other state is told above, and the API takes nothing new in it.
  const mayAdd = mayEdit && seller.state === 'approved';
  // Chosen rows are among those that one sees: another list begins without.
  const chosen = chosenAt.key === key ? chosenAt.ids : nobody;
  const choose = (ids: ReadonlySet<string>) => setChosenAt({ key, ids });

  function onChanged(answer: BulkAnswer) {
    setAction(null);
    choose(nobody);
    setTold({ text: changedText(answer), undo: undoOf(answer) });
    void listings.reload();
  }

  async function undo(change: BulkChange) {
    setTold(null);
    const undone = await changeMany(seller.sellerId, change);
    setTold(
      undone.ok
        ? { text: t('Undone: {answer}', { answer: changedText(undone.answer) }), undo: null }
        : { text: undone.fault, undo: change, isFault: true },
    );
    void listings.reload();
  }

  async function saveFile(format: 'csv' | 'jsonl', ids?: ReadonlySet<string>) {
    const fault = await saveExport(seller.sellerId, format, ids);
    if (fault) setTold({ text: fault, undo: null, isFault: true });
  }

  const rows = listings.value?.listings ?? [];
  const chosenRows = rows.filter(({ product_id }) => chosen.has(product_id));
  return (
    <>
      <Tools
        seller={seller}
        search={search}
        list={listings.value}
        mayAdd={mayAdd}
        onImport={() => setImporting(true)}
        onExport={saveFile}
      />
      <Notice told={told} onUndo={undo} onDismiss={() => setTold(null)} />
      <ListingFilters
        asked={asked}
        search={search}
        counts={listings.value?.counts}
        countedUpTo={listings.value?.counted_up_to ?? Number.POSITIVE_INFINITY}
      />
      <ShowLoaded from={listings} skeleton={<RowSkeleton rows={6} />} fault={t('Your products could not be loaded.')}>
        {(list) => (
          <div aria-busy={listings.stale || undefined} className={listings.stale ? 'opacity-60' : ''}>
            {list.listings.length === 0 ? (
              <Nothing
                list={list}
                search={search}
                isFiltered={asked.state !== null || asked.q !== ''}
                mayAdd={mayAdd}
              />
            ) : (
              <ListingTable
                rows={list.listings}
                asked={asked}
                search={search}
                shop={seller.name}
                chosen={chosen}
                onChoose={mayEdit ? choose : null}
              />
            )}
            <Pages next={list.next_cursor} search={search} isFirst={asked.after === null} />
          </div>
        )}
      </ShowLoaded>
      {chosenRows.length > 0 && (
        <BulkBar
          states={chosenRows.map(({ state }) => state)}
          onAct={setAction}
          onExport={() => saveFile('jsonl', chosen)}
          onNone={() => choose(nobody)}
        />
      )}
      {action && (
        <BulkDialog
          sellerId={seller.sellerId}
          action={action}
          productIds={chosenRows.map(({ product_id }) => product_id)}
          onDone={onChanged}
          onClose={() => setAction(null)}
        />
      )}
      {importing && (
        <ImportDialog
          sellerId={seller.sellerId}
          onClose={() => setImporting(false)}
          onDone={(text) => {
            setImporting(false);
            setTold({ text, undo: null });
            void listings.reload();
          }}
        />
      )}
    </>
  );
}

type ToolsProps = {
  seller: SellerHere;
  search: string;
  list: ListingList | null;
  mayAdd: boolean;
  onImport: () => void;
  onExport: (format: 'csv' | 'jsonl') => void;
};

function Tools({ seller, list, search, mayAdd, onImport, onExport }: ToolsProps) {
  const approved = (list?.counts.on_sale ?? 0) + (list?.counts.changes_waiting ?? 0);
  const onSale = seller.state === 'approved' ? approved : 0;
  const all = list?.counts.all ?? 0;
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <p className="num min-h-6 text-ink-2">
        {list &&
          t('{all} {value}, {onSale} on sale.', {
            all: all.toLocaleString('en-US'),
            value: all === 1 ? 'product' : 'products',
            onSale: onSale.toLocaleString('en-US'),
          })}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayAdd && (
          <button type="button" className="btn btn-line btn-sm" aria-haspopup="dialog" onClick={onImport}>
            <Upload size={15} aria-hidden />
            {t('Import')}
          </button>
        )}
        <button type="button" className="btn btn-line btn-sm" onClick={() => onExport('csv')}>
          {t('Export CSV')}
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => onExport('jsonl')}>
          {t('Export JSONL')}
        </button>
        {mayAdd && (
          <a className="btn btn-primary btn-sm" href={`${listingsPath}/new${sellerOf(search)}`}>
            <Plus size={16} aria-hidden />
            {t('New product')}
          </a>
        )}
      </div>
    </div>
  );
}

type NoticeProps = { told: NoticeContent | null; onUndo: (change: BulkChange) => void; onDismiss: () => void };

/** Notice of the last action, and the way back. It stays until something else is done. */
function Notice({ told, onUndo, onDismiss }: NoticeProps) {
  return (
    <div role="status" className="empty:hidden">
      {told && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-2 text-sm">
          <p className={`flex-1 ${told.isFault ? 'text-danger' : ''}`}>{told.text}</p>
          {told.undo && (
            <button type="button" className="btn btn-line btn-sm" onClick={() => told.undo && onUndo(told.undo)}>
              {t('Undo')}
            </button>
          )}
          <button type="button" className="btn btn-ghost btn-sm" onClick={onDismiss}>
            {t('Dismiss')}
          </button>
        </div>
      )}
    </div>
  );
}

type NothingProps = { list: ListingList; search: string; isFiltered: boolean; mayAdd: boolean };

function Nothing({ list, search, isFiltered, mayAdd }: NothingProps) {
  if (isFiltered && list.counts.all > 0)
    return (
      <div className="border-y px-4 py-10 text-center text-ink-2">
        <p>{t('No product of this shop fits.')}</p>
        <a className="text-link" href={listingsAddress(search, { state: null, q: '' })}>
          {t('Show all')}
        </a>
      </div>
    );
  return (
    <EmptyState
      icon={PackagePlus}
      title={t('You offer no products yet.')}
      {...(mayAdd && { action: { href: `${listingsPath}/new${sellerOf(search)}`, label: t('Write the first one') } })}
    >
      {t(
        'Write a product, see it as buyers will, and submit it. Once it is approved it is on sale. Several at once come by Import.',
      )}
    </EmptyState>
  );
}

function Pages({ next, search, isFirst }: { next: string | null; search: string; isFirst: boolean }) {
  if (isFirst && !next) return null;
  return (
    <nav aria-label={t('Pages')} className="mt-4 flex justify-end gap-3">
      {!isFirst && (
        <a className="btn btn-line btn-sm" href={listingsAddress(search, { after: null })}>
          {t('First page')}
        </a>
      )}
      {next && (
        <a className="btn btn-line btn-sm" href={listingsAddress(search, { after: next })}>
          {t('Next page')}
        </a>
      )}
    </nav>
  );
}
