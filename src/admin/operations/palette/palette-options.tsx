import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnyRow, ListDescription } from '#contract/operations/staff-list/description.ts';
import { beginnings, type Place, places } from '../../frame/places.ts';
import { type Found, foundMost } from '../../frame/use-found.ts';
import { ListCell } from '../staff-list/list-cell.tsx';
import { Marked } from './marked.tsx';

/** `path` is below /admin unless it is a page of the shop's. */
export type PaletteOption = { path: string; isOfShop?: true; content: ReactNode };
export type PaletteGroup = { label: string; options: PaletteOption[] };

const icon = { size: 16, strokeWidth: 1.6, className: 'mx-auto flex-none text-ink-3', 'aria-hidden': true } as const;

const begins = (name: string, text: string) => ` ${name.toLowerCase()}`.includes(` ${text.toLowerCase()}`);

/** The screens whose name, or that of their group, begins a word with the text; all of them without one. What is begun anew is named to be found. */
export function screensNamed(text: string, may: (needs: Place['needs']) => boolean): PaletteGroup {
  const screens = places
    .flatMap(({ title, places: some }) => some.map((place) => ({ ...place, title })))
    .filter(({ label, title }) => begins(label, text) || (title !== null && begins(title, text)));
  const begun = beginnings
    .filter(({ label }) => text !== '' && begins(label, text))
    .map((place) => ({ ...place, title: null }));
  const options = [...screens, ...begun]
    .filter(({ needs }) => may(needs))
    .map(({ path, label, title, icon: Icon, isOfShop }) => ({
      path,
      ...(isOfShop && { isOfShop }),
      content: (
        <>
          <Icon {...icon} />
          <span className="truncate">
            <Marked text={label} part={text} />
          </span>
          <span className="text-xs text-ink-3">{title}</span>
        </>
      ),
    }));
  return { label: 'Screens', options };
}

/** True if a word of a screen's name begins with the text: then that is what is meant, whoever else is called so. */
export function namesScreen(text: string, may: (needs: Place['needs']) => boolean): boolean {
  const screens = [...places.flatMap(({ places: some }) => some), ...beginnings];
  return text !== '' && screens.some(({ label, needs }) => may(needs) && begins(label, text));
}

/** Rows found in a list, as its description names it, and the way to all of them where there may be more. */
export function foundIn({ list, rows }: Found, text: string): PaletteGroup {
  const options = (rows ?? []).map(
    (row): PaletteOption => ({
      path: `${list.path}/${encodeURIComponent(row.id)}`,
      content: <FoundRow list={list} row={row} text={text} />,
    }),
  );
  if (options.length >= foundMost) options.push(allOf(list, text));
  return { label: list.title, options };
}

function allOf(list: ListDescription, text: string): PaletteOption {
  return {
    path: `${list.path}?${new URLSearchParams({ q: text })}`,
    content: (
      <>
        <ListFilter {...icon} />
        <span className="truncate text-ink-2">
          All {list.many} that fit <bdi>{text}</bdi>
        </span>
      </>
    ),
  };
}

function FoundRow({ list, row, text }: { list: ListDescription; row: AnyRow; text: string }) {
  const columns = Object.entries(list.columns);
  const [name] = columns[0] ?? [''];
  const beside = columns.find(([, { narrow }]) => narrow === 'first');
  const last = columns.find(([, { narrow }]) => narrow === 'last');
  const Icon = placeOf(list)?.icon;
  return (
    <>
      {row.picture ? (
        <img
          src={String(row.picture)}
          alt=""
          width={40}
          height={30}
          className="h-[30px] w-10 rounded-xs bg-night object-cover"
        />
      ) : (
        Icon && <Icon {...icon} />
      )}
      <span className="truncate">
        <Marked text={String(row[name])} part={text} />
        {beside && row[beside[0]] !== null && (
          <span className="ml-2 text-ink-3">
            <Marked text={String(row[beside[0]])} part={text} />
          </span>
        )}
      </span>
      <span className="num whitespace-nowrap text-xs text-ink-3">
        {last && row[last[0]] !== null && <ListCell column={last[1]} value={row[last[0]]} />}
        {last?.[1].kind === 'count' && row[last[0]] !== null && ` ${last[1].label.toLowerCase()}`}
      </span>
    </>
  );
}

function placeOf(list: ListDescription): Place | undefined {
  return places.flatMap(({ places: some }) => some).find(({ path }) => path === list.path);
}
