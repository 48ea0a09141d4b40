import { type FormEvent, useEffect, useRef, useState } from 'react';
import { mostFits, type SavedSearch } from '#contract/catalogue/saved-search.ts';
import { longestSearchName } from '#contract/catalogue/saved-search-address.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { changeSearch, removeSearch, restoreSearch } from './saved-searches.ts';

/** One saved search. When it is removed its line stays until the screen is left, with the way back. */
export function SavedSearchItem({ search: given }: { search: SavedSearch }) {
  const [search, setSearch] = useState(given);
  const [removed, setRemoved] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const changed = useRef(false);

  // The button changes with the line, and keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of it
  useEffect(() => {
    if (changed.current) button.current?.focus();
  }, [removed, renaming]);

  /** One change at a time: the next one waits for its answer. */
  async function run(change: () => Promise<SavedSearch | string | undefined>, done: () => void = () => {}) {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    const answer = await change();
    setBusy(false);
    if (typeof answer === 'string') return setFault(answer);
    if (answer) setSearch(answer);
    changed.current = true;
    done();
  }

  const remove = () =>
    run(
      () => removeSearch(search),
      () => setRemoved(true),
    );
  const restore = () =>
    run(
      () => restoreSearch(search),
      () => setRemoved(false),
    );

  function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name === '') return setFault(t('Enter a name'));
    void run(
      () => changeSearch(search, { name }),
      () => setRenaming(false),
    );
  }

  return (
    <li className="grid gap-2 border-t py-5" aria-busy={busy}>
      {removed ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
            {rich('{name} is removed.', { name: <bdi>{search.name}</bdi> })}
          </p>
          <button ref={button} type="button" className="btn btn-line btn-sm" onClick={restore}>
            {rich('Undo{span}', {
              span: <span className="sr-only"> {t('removing {name}', { name: search.name })}</span>,
            })}
          </button>
        </div>
      ) : (
        <>
          {renaming ? (
            <RenameForm name={search.name} onSubmit={rename} onCancel={() => setRenaming(false)} />
          ) : (
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <h2 className="min-w-0 flex-1 basis-64 font-[580] [overflow-wrap:anywhere]">
                <a href={search.address} dir="auto" className="hover:underline">
                  {search.name}
                </a>
              </h2>
              <div className="flex flex-none gap-2">
                <button type="button" className="btn btn-ghost btn-sm" onClick={() => setRenaming(true)}>
                  {rich('Rename{span}', { span: <span className="sr-only"> {search.name}</span> })}
                </button>
                <button ref={button} type="button" className="btn btn-line btn-sm" onClick={remove}>
                  {rich('Remove{span}', { span: <span className="sr-only"> {search.name}</span> })}
                </button>
              </div>
            </div>
          )}
          <label className="flex min-h-10 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={search.alerts}
              aria-label={t('Email me about new matches of {name}', { name: search.name })}
              onChange={(event) => {
                const alerts = event.target.checked;
                void run(() => changeSearch(search, { alerts }));
              }}
            />
            {t('Email me about new matches')}
          </label>
          <AlertState search={search} />
        </>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </li>
  );
}

function AlertState({ search: { alerts, too_many, fits, address } }: { search: SavedSearch }) {
  if (!alerts) return null;
  if (too_many)
    return (
      <p className="text-sm text-warning">
        {rich(
          'This search is too wide for emails: more than {mostFits} products fit, or may fit. <a>Narrow the search</a> and save it again.',
          {
            mostFits,
            a: (words) => (
              <a href={address} className="underline underline-offset-4">
                {words}
              </a>
            ),
          },
        )}
      </p>
    );
  if (fits === null) return null;
  return (
    <p className="num text-sm text-ink-3">{fits === 1 ? t('1 product fits') : t('{fits} products fit', { fits })}</p>
  );
}

type RenameFormProps = { name: string; onSubmit: (event: FormEvent<HTMLFormElement>) => void; onCancel: () => void };

function RenameForm({ name, onSubmit, onCancel }: RenameFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form className="flex flex-wrap gap-2" onSubmit={onSubmit}>
      <input
        ref={field}
        name="name"
        aria-label={t('Name of the search')}
        defaultValue={name}
        maxLength={longestSearchName}
        required
        className="field min-w-0 flex-1 basis-64"
      />
      <button type="submit" className="btn btn-primary btn-sm">
        {t('Save name')}
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </form>
  );
}
