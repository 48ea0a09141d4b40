import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { productList } from '#contract/catalogue/product/product-list.ts';
import type { AnyRow } from '#contract/operations/staff-list/description.ts';
import { Labelled, useDescribed } from '#ui/form/labelled.tsx';
import { useListbox } from '#ui/form/use-listbox.ts';
import { type FoundState, useFound } from '../../frame/use-found.ts';
import { Marked } from '../../operations/palette/marked.tsx';

const lists = [productList];

export type ChosenProduct = { id: string; name: string };

type ProductFieldProps = {
  name: string;
  value: string;
  error: ReactNode;
  /** Null while nothing of the list was chosen: what is typed may be a whole product_id then. */
  chosen: ChosenProduct | null;
  onType: (text: string) => void;
  onChoose: (product: ChosenProduct) => void;
};

/** A product, found by a part of its name or by its product_id: a combobox (WAI-ARIA Authoring Practices) whose list stands below the field. */
export function ProductField({ name, value, error, chosen, onType, onChoose }: ProductFieldProps) {
  const [combobox, setCombobox] = useState<ComponentProps<'input'>>({});
  const [isShut, setIsShut] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const wanted = chosen ? '' : value.trim();
  const state = useFound(lists, wanted);
  const rows = wanted && !isShut ? (state?.found[0]?.rows ?? []) : [];
  const active = useListbox(list, { version: rows.map(({ id }) => id).join(' '), onCombobox: setCombobox });
  const field = useDescribed(error, true);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // The first Escape shuts the list, the next one the dialog around the field, which does that by itself.
    if (event.key === 'Escape') {
      if (rows.length > 0) event.preventDefault();
      return setIsShut(true);
    }
    combobox.onKeyDown?.(event);
    // A list that has just changed has no active option: the form is not sent in place of a choice.
    const mayChoose = wanted !== '' && !isShut && (rows.length > 0 || state?.of !== wanted);
    if (event.key === 'Enter' && mayChoose) event.preventDefault();
  }

  return (
    <div className="grid gap-1.5">
      <Labelled label="Product" error={error} hint={hintOf(chosen)} ids={field}>
        <input
          {...combobox}
          {...field.control}
          name={name}
          value={value}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setIsShut(false);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </Labelled>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {silence(wanted, state)}
      </p>
      <div ref={list} id={listId} role="listbox" aria-label="Products that fit" className="grid empty:hidden">
        {rows.map((row, index) => (
          <Option
            key={row.id}
            row={row}
            part={wanted}
            id={`${listId}-${index}`}
            isActive={active === `${listId}-${index}`}
            onChoose={() => onChoose({ id: row.id, name: String(row.name) })}
          />
        ))}
      </div>
    </div>
  );
}

function hintOf(chosen: ChosenProduct | null): ReactNode {
  if (!chosen) return 'A part of its name, or its product_id';
  return (
    <>
      {'product_id '}
      <code className="font-mono [overflow-wrap:anywhere]">{chosen.id}</code>
    </>
  );
}

/** Sentence where there is no list to choose from. */
function silence(wanted: string, state: FoundState | null): string {
  if (wanted === '' || state?.of !== wanted) return '';
  const rows = state.found[0]?.rows;
  if (!rows) return 'The products could not be asked. Write the whole product_id, or check the connection and type on.';
  return rows.length === 0 ? 'No product fits. Try another part of its name.' : '';
}

type OptionProps = { row: AnyRow; part: string; id: string; isActive: boolean; onChoose: () => void };

function Option({ row, part, id, isActive, onChoose }: OptionProps) {
  return (
    // The field has the keys of the list.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      className="grid min-h-11 cursor-pointer content-center rounded-md px-2.5 py-1.5 text-sm hover:bg-sunken aria-selected:bg-sunken aria-selected:outline"
    >
      <span className="[overflow-wrap:anywhere]">
        <Marked text={String(row.name)} part={part} />
      </span>
      <span className="text-xs text-ink-3 [overflow-wrap:anywhere]">
        <Marked text={row.id} part={part} />
        {row.seller ? (
          <>
            , of <bdi>{String(row.seller)}</bdi>
          </>
        ) : (
          ''
        )}
      </span>
    </div>
  );
}
