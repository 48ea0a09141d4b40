import { Search, X } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { productList } from '#contract/catalogue/product/product-list.ts';
import { payoutList } from '#contract/money/payout-list.ts';
import { searchMaximum } from '#contract/operations/staff-list/address.ts';
import { orderList } from '#contract/ordering/order-list.ts';
import { customerList } from '#contract/people/customer-list.ts';
import { sellerList } from '#contract/selling/seller-list.ts';
import { useListbox } from '#ui/form/use-listbox.ts';
import { type FoundState, useFound } from '../../frame/use-found.ts';
import { useMay } from '../../frame/who.ts';
import { foundIn, namesScreen, type PaletteGroup, type PaletteOption, screensNamed } from './palette-options.tsx';

const searched = [orderList, payoutList, productList, customerList, sellerList];

/**
 * Where one goes by typing: screens by name; orders, payouts, products, customers and shops by id, name or address. A native dialog around a combobox
 * (WAI-ARIA Authoring Practices); what a role may not read is not looked for.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const [text, setText] = useState('');
  const [combobox, setCombobox] = useState<ComponentProps<'input'>>({});
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const wanted = text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a role does not change while it is open
  const lists = useMemo(() => searched.filter(({ needs }) => may(needs)), []);
  const state = useFound(lists, wanted);
  const found = (state?.found ?? []).map((one) => foundIn(one, state?.of ?? ''));
  const screens = screensNamed(wanted, may);
  const groups = namesScreen(wanted, may) ? [screens, ...found] : [...found, screens];
  const shown = groups.filter(({ options }) => options.length > 0);
  const version = shown.flatMap(({ options }) => options.map(({ path }) => path)).join(' ');
  const active = useListbox(list, { version, onCombobox: setCombobox, isFirstActive: true });

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label="Search or go to"
      onClose={onClose}
      // A click beside it closes it, where the browser knows how.
      {...{ closedby: 'any' }}
      className="mx-auto mt-4 max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] overflow-hidden rounded-lg border bg-raised p-0 text-ink shadow-3 backdrop:bg-black/60 md:mt-[14vh] md:max-h-[76vh]"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex flex-none items-center gap-3 border-b pl-4 pr-2">
          <Search size={20} strokeWidth={1.6} aria-hidden className="flex-none text-ink-3" />
          <input
            type="search"
            aria-label="Search or go to"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={searchMaximum}
            placeholder="A screen, a number, a name, an address"
            value={text}
            onChange={(event) => setText(event.target.value)}
            {...combobox}
            className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
          />
          <button type="button" aria-label="Close" className="icon-btn" onClick={() => dialog.current?.close()}>
            <X size={18} strokeWidth={1.8} aria-hidden />
          </button>
        </div>
        <p role="status" className="sr-only">
          {statusText(wanted, state, shown)}
        </p>
        <div ref={list} id={id} role="listbox" aria-label="What was found" className="min-h-0 overflow-y-auto p-1.5">
          {shown.map((group, index) => (
            <Group key={group.label} group={group} id={`${id}-${index}`} active={active} />
          ))}
        </div>
        <Silence wanted={wanted} state={state} isEmpty={shown.length === 0} />
        <p aria-hidden className="hidden flex-none gap-5 border-t px-4 py-2.5 text-xs text-ink-3 md:flex">
          <span>↑ ↓ choose</span>
          <span>Enter open</span>
          <span>Ctrl Enter in a new tab</span>
          <span className="ml-auto">Names, numbers, addresses</span>
        </p>
      </div>
    </dialog>
  );
}

/** Message where nothing, or not everything, could be shown. */
function Silence({ wanted, state, isEmpty }: { wanted: string; state: FoundState | null; isEmpty: boolean }) {
  const failed = (state?.found ?? []).filter(({ rows }) => rows === null).map(({ list }) => list.many);
  if (failed.length > 0)
    return (
      <p className="flex-none px-4 pb-4 text-sm text-ink-2">
        {`The ${failed.join(', ')} could not be asked. Check the connection, then type on.`}
      </p>
    );
  if (!isEmpty) return null;
  return (
    <p className="flex-none px-4 pb-5 pt-2 text-sm text-ink-2">
      {state?.of === wanted
        ? 'Nothing fits. Try a part of the name, the beginning of a number, or a whole address.'
        : 'Searching…'}
    </p>
  );
}

function statusText(wanted: string, state: FoundState | null, shown: PaletteGroup[]): string {
  if (wanted === '') return '';
  if (state?.of !== wanted) return 'Searching…';
  const count = shown.reduce((sum, { options }) => sum + options.length, 0);
  return count === 1 ? '1 result' : `${count} results`;
}

function Group({ group, id, active }: { group: PaletteGroup; id: string; active: string | null }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a listbox
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-2.5 pt-2.5 pb-1 text-xs text-ink-3">
        {group.label}
      </p>
      {group.options.map((option, index) => (
        <Option key={option.path} option={option} id={`${id}-${index}`} isActive={active === `${id}-${index}`} />
      ))}
    </div>
  );
}

type OptionProps = { option: PaletteOption; id: string; isActive: boolean };

function Option({ option: { path, isOfShop, content }, id, isActive }: OptionProps) {
  const navigate = useNavigate();
  const below = useHref(path);

  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.currentTarget.closest('dialog')?.close();
    if (isOfShop) return;
    event.preventDefault();
    navigate(path);
  }

  return (
    <a
      id={id}
      href={isOfShop ? path : below}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={open}
      className="grid min-h-11 grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-2.5 text-sm hover:bg-sunken aria-selected:bg-sunken aria-selected:outline md:min-h-10"
    >
      {content}
    </a>
  );
}
