import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SearchPin } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { noNotice, Part, PartTable, TryIt } from './part.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { searchVocabulary } from './search-vocabulary.ts';

type PinsProps = { pins: SearchPin[]; mayChange: boolean; onDone: () => Promise<void> };

/** Products that stand first for a query. */
export function Pins({ pins, mayChange, onDone }: PinsProps) {
  const [edited, setEdited] = useState<SearchPin | 'new' | null>(null);
  const [deleted, setDeleted] = useState<SearchPin | null>(null);
  const [notice, setNotice] = useState(noNotice);
  const heading = useRef<HTMLHeadingElement>(null);

  /** Puts back what was deleted. The button that had the focus is gone. */
  async function restore(again: Promise<string | undefined>, told: string) {
    const fault = await again;
    if (fault) {
      // Pins of a colleague are seen now.
      await onDone();
      return fault;
    }
    setNotice({ told });
    await onDone();
    heading.current?.focus();
    return undefined;
  }

  return (
    <Part
      title="Pinned results"
      heading={heading}
      lead="Products that come first for exactly this search. A product that isn't for sale is left out."
      notice={notice}
      action={
        mayChange && (
          <button type="button" className="btn btn-primary btn-sm" onClick={() => setEdited('new')}>
            <Plus size={16} strokeWidth={1.8} aria-hidden />
            Pin products
          </button>
        )
      }
    >
      <PartTable
        title="Pinned results"
        nothing="No pinned results yet"
        isEmpty={pins.length === 0}
        heads={
          <>
            <th>Search</th>
            <th>Products</th>
            <th className="max-lg:hidden">Changed</th>
          </>
        }
      >
        {pins.map((pin) => (
          <Row
            key={pin.query}
            pin={pin}
            mayChange={mayChange}
            onEdit={() => setEdited(pin)}
            onDelete={() => setDeleted(pin)}
          />
        ))}
      </PartTable>
      {edited && (
        <PinDialog
          of={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={(sentence) => {
            setEdited(null);
            setNotice({ told: sentence });
            void onDone();
          }}
        />
      )}
      {deleted && (
        <ConfirmDialog
          tone="harm"
          title={`Unpin the products of “${deleted.query}”?`}
          confirmLabel="Unpin products"
          focusWhenDone={heading}
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            const fault = await searchVocabulary.putPin({ query: deleted.query, product_ids: [] });
            if (fault) return fault;
            const { query } = deleted;
            // Products that have been deleted cannot be pinned.
            const product_ids = deleted.products.flatMap(({ product_id: id, name }) => (name === null ? [] : [id]));
            setNotice({
              told: `Unpinned the products of “${query}”`,
              ...(product_ids.length > 0 && {
                undo: () =>
                  restore(
                    searchVocabulary.restorePin({ query, product_ids }),
                    `Pinned the products of “${query}” again`,
                  ),
              }),
            });
            await onDone();
            return undefined;
          }}
        >
          <p>The search orders its results by itself again.</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

type RowProps = { pin: SearchPin; mayChange: boolean; onEdit: () => void; onDelete: () => void };

function Row({ pin: { query, products, updated_at: at, updated_by: by }, mayChange, onEdit, onDelete }: RowProps) {
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <bdi className="font-[560]">{query}</bdi>
      </td>
      <td className="[overflow-wrap:anywhere]">
        <ol className="grid gap-1">
          {products.map(({ product_id: id, name, is_listed: isListed }) => (
            <li key={id}>
              {name === null ? (
                <span className="text-ink-3">{`${id}: deleted`}</span>
              ) : (
                <Link to={`/products/${encodeURIComponent(id)}`} className="text-link">
                  <bdi>{name}</bdi>
                </Link>
              )}
              {name !== null && !isListed && <span className="block text-xs text-ink-3">Not for sale now</span>}
            </li>
          ))}
        </ol>
      </td>
      <td className="text-sm max-lg:hidden">
        <LocalTime instant={at} />
        <span className="block text-xs text-ink-3">
          <bdi>{by}</bdi>
        </span>
      </td>
      <td>
        <div className="flex flex-wrap justify-end gap-2">
          <TryIt query={query} />
          {mayChange && (
            <>
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Edit the products of “${query}”`}
                onClick={onEdit}
              >
                Edit
              </button>
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Unpin the products of “${query}”`}
                onClick={onDelete}
              >
                Unpin
              </button>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}
