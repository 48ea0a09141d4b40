import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  type ListAsked,
  readListAddress,
  shownColumns,
  writeListAddress,
} from '#contract/operations/staff-list/address.ts';
import type { AnyRow, ListDescription } from '#contract/operations/staff-list/description.ts';
import { useKeys } from '#ui/use-keys.ts';
import { Screen } from '../../frame/screen.tsx';
import { useJobKinds } from '../staff-job/job.ts';
import { JobButtons } from '../staff-job/job-buttons.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { countLabels, countOf, wholeLabel, wholeWords } from './count-labels.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ListBody } from './list-body.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListPager } from './list-pager.tsx';
import type { RowLinks } from './list-table.tsx';
import { ListViews, viewPath } from './list-views.tsx';
import { type ListState, useList } from './use-list.ts';
import { useViews } from './views.ts';

type ListScreenProps = RowLinks & {
  list: ListDescription;
  lead?: ReactNode;
  /** Actions that concern no row, such as making a new one. */
  actions?: ReactNode;
  /** Text shown as long as there are no rows at all. */
  empty: string;
  cells?: Readonly<Record<string, (row: AnyRow) => ReactNode>>;
  before?: (row: AnyRow) => ReactNode;
  /** Actions on several rows beside jobs (contract/staff-job); without either none can be chosen. */
  many?: {
    canChoose?: (row: AnyRow) => boolean;
    actions: (rows: AnyRow[], done: () => void) => ReactNode;
  };
  /** Content below the list. */
  below?: ReactNode;
};

/**
 * A list of the back office, whatever it is of. What narrows and orders it, its columns and its page are in the address, so that a link or the
 * browser's Back shows the same; it is described by data (contract/staff-list).
 */
export function ListScreen({ list, lead, actions, below, many, ...rest }: ListScreenProps) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { asked, faults } = useMemo(() => readListAddress(list, params), [list, params]);
  const query = writeListAddress(list, asked).toString();
  const state = useList(list, query);
  const { views, reload } = useViews(list.name);
  const [isExporting, setIsExporting] = useState(false);
  const { chosen, isWhole, choose, chooseWhole, clear } = useChosen(`${list.name}?${narrowed(list, asked)}`);
  const jobs = useJobKinds(list.name);
  const canChoose = many || jobs.length > 0 ? (many?.canChoose ?? (() => true)) : null;

  const viewId = params.get('view');
  const current = views?.find((view) => view.view_id === viewId);
  const kept = writeListAddress(list, { ...asked, after: null, before: null });
  const pathTo = (change: Partial<ListAsked>) => {
    const next = writeListAddress(list, { ...asked, after: null, before: null, ...change });
    if (viewId) next.set('view', viewId);
    return next.size > 0 ? `${list.path}?${next}` : list.path;
  };

  // A link may name a view alone.
  useEffect(() => {
    if (current && query === '' && current.query !== '') navigate(viewPath(list, current), { replace: true });
  }, [current, query, list, navigate]);
  useRowKeys((id) => {
    const row = state.rows?.find((one) => one.id === id);
    if (row && canChoose?.(row)) choose([row], !chosen.has(id));
  });

  return (
    <Screen
      title={list.title}
      lead={lead}
      actions={
        <>
          <ChooseColumns list={list} asked={asked} onChange={(change) => navigate(pathTo(change), { replace: true })} />
          <button
            type="button"
            className="btn btn-line btn-sm !min-h-10 md:!min-h-9"
            aria-haspopup="dialog"
            onClick={() => setIsExporting(true)}
          >
            <Download size={16} strokeWidth={1.6} aria-hidden />
            Export
          </button>
          {actions}
        </>
      }
    >
      <ListViews
        list={list}
        views={views}
        current={current}
        query={kept.toString()}
        onChanged={async (id) => {
          await reload();
          if (id !== viewId)
            navigate(
              id
                ? `${list.path}?${kept}${kept.size > 0 ? '&' : ''}view=${encodeURIComponent(id)}`
                : `${list.path}?${kept}`,
              { replace: true },
            );
        }}
      />
      <LeftOut
        faults={faults}
        isViewGone={viewId !== null && views !== null && !current}
        cleanPath={`${list.path}?${kept}`}
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ListFilters list={list} asked={asked} onChange={(change) => navigate(pathTo(change))} />
        <p role="status" className="num min-h-5 text-sm text-ink-3">
          {state.count && countLabels(list, state.count)}
        </p>
      </div>
      <ListBody
        {...rest}
        list={list}
        state={state}
        columns={shownColumns(list, asked)}
        sort={asked.sort}
        sortPath={(sort) => pathTo({ sort })}
        chosen={canChoose ? new Set(isWhole ? state.rows?.map(({ id }) => id) : chosen.keys()) : null}
        canChoose={canChoose ?? (() => false)}
        onChoose={choose}
        isNarrowed={
          asked.q !== '' || Object.keys(asked.filters).length > 0 || asked.after !== null || asked.before !== null
        }
        allPath={list.path}
      />
      <ListPager {...pagesOf(state, pathTo)} />
      {(chosen.size > 0 || isWhole) && (
        <ChosenBar
          list={list}
          rows={[...chosen.values()]}
          whole={isWhole ? wholeWords(list, state.count) : null}
          onClear={clear}
        >
          {many?.actions([...chosen.values()], clear)}
          {jobs.length > 0 && !isWhole && isPage(state.rows, chosen) && (state.before ?? state.after) !== null && (
            <button type="button" className="min-h-10 underline underline-offset-4 md:min-h-8" onClick={chooseWhole}>
              {wholeLabel(list, state.count)}
            </button>
          )}
          {jobs.length > 0 && (
            <JobButtons
              kinds={jobs}
              rows={
                isWhole
                  ? { query: narrowed(list, asked), words: wholeWords(list, state.count) }
                  : { ids: [...chosen.keys()], words: countOf(list, chosen.size) }
              }
            />
          )}
        </ChosenBar>
      )}
      {below}
      {isExporting && (
        <ExportDialog
          list={list}
          query={kept}
          columns={shownColumns(list, asked)}
          count={state.count}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Screen>
  );
}

function pagesOf({ before, after }: ListState, pathTo: (change: Partial<ListAsked>) => string) {
  return { previous: before && pathTo({ before }), next: after && pathTo({ after }) };
}

/** Search and filters of the list, without its order, page and columns: what a job of all that fit is given. */
function narrowed(list: ListDescription, asked: ListAsked): string {
  const query = writeListAddress(list, { ...asked, after: null, before: null });
  for (const name of ['sort', 'columns']) query.delete(name);
  return query.toString();
}

const isPage = (rows: AnyRow[] | null, chosen: ReadonlyMap<string, AnyRow>) =>
  rows !== null && rows.length > 0 && rows.every(({ id }) => chosen.has(id));

/** Rows that are chosen, over all pages of the list, or all that fit; another list, or what narrows it, chooses none. */
function useChosen(of: string) {
  const [chosen, setChosen] = useState<{ of: string; rows: ReadonlyMap<string, AnyRow> | 'whole' }>({
    of,
    rows: new Map(),
  });
  const isWhole = chosen.of === of && chosen.rows === 'whole';
  const rows = chosen.of === of && chosen.rows !== 'whole' ? chosen.rows : new Map<string, AnyRow>();
  return {
    chosen: rows,
    isWhole,
    clear: () => setChosen({ of, rows: new Map() }),
    chooseWhole: () => setChosen({ of, rows: 'whole' }),
    choose(some: AnyRow[], isChosen: boolean) {
      const next = new Map(rows);
      for (const row of some) {
        if (isChosen) next.set(row.id, row);
        else next.delete(row.id);
      }
      setChosen({ of, rows: next });
    },
  };
}

/** J and K go from row to row, X chooses the one that has the focus; Enter opens it as any link. */
function useRowKeys(onChoose: (id: string) => void) {
  const go = (step: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
    rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + step))]?.focus();
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    x: () => {
      const id = document.activeElement?.closest('tr')?.getAttribute('data-id');
      if (id) onChoose(id);
    },
  });
}

type LeftOutProps = { faults: string[]; isViewGone: boolean; cleanPath: string };

/** Parts of an address that are not there any more: the list says what it leaves out. */
function LeftOut({ faults, isViewGone, cleanPath }: LeftOutProps) {
  const navigate = useNavigate();
  const sentences = [
    ...faults,
    ...(isViewGone
      ? ['The view of this address is not there any more; the list shows what the address says beside it.']
      : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-start justify-between gap-3 border-l-2 border-warning pl-3 text-sm"
    >
      <div>
        {faults.length > 0 && <p className="font-[560]">A part of this address was left out.</p>}
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => navigate(cleanPath, { replace: true })}>
        Dismiss
      </button>
    </div>
  );
}
