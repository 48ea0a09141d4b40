import { ChevronDown, LibraryBig, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { categoryPath } from '../../catalogue/paths.ts';
import { AfterCardPage } from './extend/after-card-page.tsx';
import { groupEntries, type LibraryGroup } from './group-entries.ts';
import { libraryAddress, readLibraryAddress } from './library-address.ts';
import { useLibraryCounts } from './library-count.ts';
import { entryName, totalText } from './library-labels.ts';
import { LibraryRow } from './library-row.tsx';
import { LibraryTabs } from './library-tabs.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { type LibraryAsked, useLibrary, useLibraryEntry, useOpened } from './use-library.ts';

/** Everything that the customer has bought or was given. */
export function LibraryList() {
  const [query] = useSearchParams();
  const { kind, q, open } = readLibraryAddress(query);
  const [session, cancelled] = [query.get('session_id'), query.get('cancelled')];
  const counts = useLibraryCounts();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="page-title">{t('Library')}</h1>
          <p className="num mt-1 min-h-6 text-ink-2">{counts && counts.all > 0 && totalText(counts)}</p>
        </div>
        {(counts === null || counts.all > 0) && <Find asked={{ kind, q }} />}
      </div>
      {open !== null && (session ?? cancelled) !== null && (
        <AfterCardPage open={open} session={session} cancelled={cancelled} />
      )}
      {counts !== null && counts.all > 0 && <LibraryTabs asked={{ kind, q }} counts={counts} />}
      <List key={`${kind} ${q} ${open}`} asked={{ kind, q }} open={open} />
    </>
  );
}

/** Finds while one types. */
function Find({ asked: { kind, q } }: { asked: LibraryAsked }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // As the address says it after going back.
    if (field.current && field.current !== document.activeElement) field.current.value = q;
  }, [q]);

  function find() {
    clearTimeout(timer.current);
    const typed = field.current?.value.trim() ?? '';
    if (typed !== q) navigate(libraryAddress({ kind, q: typed }), { replace: true, preventScrollReset: true });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the element search is not known to every reader yet
    <form
      role="search"
      className="relative w-full sm:w-60"
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <Search
        size={16}
        strokeWidth={1.7}
        aria-hidden
        className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={field}
        type="search"
        defaultValue={q}
        maxLength={200}
        aria-label={t('Find in the library')}
        placeholder={t('Name, file or shop')}
        className="field !min-h-9 !py-1 !pl-9 !text-sm pointer-coarse:!min-h-10"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(find, 300);
        }}
      />
    </form>
  );
}

type ListProps = { asked: LibraryAsked; open: string | null };

function List({ asked, open }: ListProps) {
  const { first, items, more } = useLibrary(asked);
  const { opened, setOpen } = useOpened(open);
  return (
    <ShowLoaded from={first} skeleton={<RowsSkeleton />} fault={t('Your library could not be loaded.')}>
      {() => (
        <>
          {open !== null && !items.some(({ entitlement_id: id }) => id === open) && (
            <Named open={open} isOpen={opened.has(open)} onOpen={(isOpen) => setOpen(open, isOpen)} />
          )}
          {items.length === 0 ? (
            <Nothing asked={asked} />
          ) : (
            <div className="@container mt-4">
              {groupEntries(items).map((group) => (
                <Group key={group.shown.entitlement_id} group={group} named={open}>
                  {(entry) => (
                    <LibraryRow
                      key={entry.entitlement_id}
                      entry={entry}
                      isOpen={opened.has(entry.entitlement_id)}
                      onOpen={(isOpen) => setOpen(entry.entitlement_id, isOpen)}
                      isNamed={entry.entitlement_id === open}
                    />
                  )}
                </Group>
              ))}
            </div>
          )}
          {more && (
            <div className="mt-6">
              <ActionButton action={more}>{t('Show older things')}</ActionButton>
            </div>
          )}
        </>
      )}
    </ShowLoaded>
  );
}

type GroupProps = {
  group: LibraryGroup;
  /** Entry that the address leads to. */
  named: string | null;
  children: (entry: LibraryEntry) => ReactNode;
};

/** Product that was got once, or several times: then one row, and the others behind a button. */
function Group({ group: { shown, others }, named, children }: GroupProps) {
  const [isOpen, setOpen] = useState(others.some(({ entitlement_id: id }) => id === named));
  const id = useId();
  if (others.length === 0) return children(shown);
  const name = entryName(shown);
  return (
    <div className="last:border-b">
      {children(shown)}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="btn btn-ghost btn-sm -mt-2 mb-2 @2xl:ml-17"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={16} strokeWidth={1.7} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        {rich('{length} more of the same{span}', {
          length: others.length,
          span: <span className="sr-only">: {name}</span>,
        })}
      </button>
      <section
        id={id}
        hidden={!isOpen}
        aria-label={t('More of the same: {name}', { name })}
        className="pl-4 @2xl:pl-8 [&>article:last-child]:border-b-0"
      >
        {isOpen && others.map(children)}
      </section>
    </div>
  );
}

/** Entry that the address names, further down than what is loaded. */
function Named({ open, isOpen, onOpen }: { open: string; isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const named = useLibraryEntry(open);
  return (
    <ShowLoaded from={named} skeleton={<RowsSkeleton rows={1} />} fault={t('This thing could not be loaded.')}>
      {({ found }) =>
        found ? (
          <div className="@container mb-8 mt-4">
            <LibraryRow entry={found} isOpen={isOpen} onOpen={onOpen} isNamed />
          </div>
        ) : (
          <p role="status" className="mt-4 rounded-md bg-sunken px-4 py-3 text-sm text-ink-2">
            {t('What this link leads to is not in your library. It may belong to another account.')}
          </p>
        )
      }
    </ShowLoaded>
  );
}

function Nothing({ asked: { kind, q } }: { asked: LibraryAsked }) {
  if (kind || q)
    return (
      <div className="mt-4">
        <EmptyState
          icon={LibraryBig}
          title={q ? t('Nothing in your library is called ‘{q}’.', { q }) : t('You have nothing of this kind.')}
          action={{ href: libraryAddress({ kind: null, q: '' }), label: t('Show all') }}
        >
          {q ? t('It looks at names of products, shops and files.') : t('What you have is under the other kinds.')}
        </EmptyState>
      </div>
    );
  return (
    <div className="mt-4">
      <EmptyState
        icon={LibraryBig}
        title={t('Nothing is in your library yet.')}
        action={{ href: categoryPath('data'), label: t('Browse data sets') }}
      >
        {t('What you buy stands here as soon as it is paid: files to download, keys, access and machine hours.')}
      </EmptyState>
    </div>
  );
}
