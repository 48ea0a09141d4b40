import { Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListDescription, SavedView } from '#contract/operations/staff-list/description.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { useOffice } from '../../frame/who.ts';
import { ViewDialog } from './view-dialog.tsx';
import { saveChangedView } from './views.ts';

type ListViewsProps = {
  list: ListDescription;
  /** Null until they have arrived. */
  views: SavedView[] | null;
  /** The view that the address names. */
  current: SavedView | undefined;
  /** Filters, order and columns of the list, as text. */
  query: string;
  /** `viewId`: of the view that is to be shown now; null: of none. */
  onChanged: (viewId: string | null) => Promise<void>;
};

/** The ways at a list that somebody has saved: the shop's, one's own, and those of colleagues. */
export function ListViews({ list, views, current, query, onChanged }: ListViewsProps) {
  const { me } = useOffice();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const known = [{ name: `All ${list.many}`, query: '' }, ...(list.views ?? [])];
  const isChanged = current !== undefined && current.query !== query;
  const isKnown = known.some((view) => view.query === query);
  const mayChange = current?.is_mine || (current?.owner === null && me.role === 'admin');
  return (
    <nav aria-label="Saved views" className="mb-4 flex flex-wrap items-end justify-between gap-x-6 border-b">
      <ul className="-mb-px flex min-w-0 gap-5 overflow-x-auto [scrollbar-width:none]">
        {known.map((view) => (
          <Tab key={view.name} to={`${list.path}?${view.query}`} isCurrent={!current && view.query === query}>
            {view.name}
          </Tab>
        ))}
        {views?.map((view) => (
          <Tab key={view.view_id} to={viewPath(list, view)} isCurrent={view.view_id === current?.view_id}>
            <bdi>{view.name}</bdi>
            {view.shared && (
              <Users
                size={13}
                strokeWidth={1.8}
                role="img"
                aria-label={`shared by ${view.is_mine ? 'you' : (view.owner ?? 'somebody who has left')}`}
              />
            )}
          </Tab>
        ))}
      </ul>
      {(current || (query !== '' && !isKnown)) && (
        <div className="flex flex-wrap items-start gap-x-4 text-xs text-ink-3">
          {isChanged && <span className="py-2.5">View changed:</span>}
          {isChanged && mayChange && (
            <ActionButton
              className="text-link min-h-10"
              action={async () => {
                const fault = await saveChangedView(current.view_id, {
                  name: current.name,
                  shared: current.shared,
                  query,
                });
                if (fault === undefined) await onChanged(current.view_id);
                return fault;
              }}
            >
              Save
            </ActionButton>
          )}
          {(isChanged || !current) && (
            <button
              type="button"
              className="text-link min-h-10"
              aria-haspopup="dialog"
              onClick={() => setDialog('new')}
            >
              {current ? 'Save as new' : 'Save as a view'}
            </button>
          )}
          {isChanged && (
            <Link to={viewPath(list, current)} className="text-link py-2.5">
              Reset
            </Link>
          )}
          {current && !isChanged && mayChange && (
            <button
              type="button"
              className="text-link min-h-10"
              aria-haspopup="dialog"
              onClick={() => setDialog('edit')}
            >
              Rename, share or delete
            </button>
          )}
        </div>
      )}
      {dialog && (
        <ViewDialog
          list={list}
          view={dialog === 'edit' ? current : undefined}
          query={query}
          onClose={() => setDialog(null)}
          onDone={async (viewId) => {
            await onChanged(viewId);
            setDialog(null);
          }}
        />
      )}
    </nav>
  );
}

export function viewPath(list: ListDescription, { view_id: id, query }: SavedView): string {
  return `${list.path}?${query}${query ? '&' : ''}view=${encodeURIComponent(id)}`;
}

function Tab({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: React.ReactNode }) {
  return (
    <li className="flex-none">
      <Link
        to={to}
        aria-current={isCurrent || undefined}
        className="inline-flex min-h-10 items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:font-[560] aria-[current]:text-ink"
      >
        {children}
      </Link>
    </li>
  );
}
