import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { type ListAsked, shownColumns } from '#contract/operations/staff-list/address.ts';
import type { ListDescription } from '#contract/operations/staff-list/description.ts';
import { useDisclosure } from '#ui/dialog/use-disclosure.ts';

type ChooseColumnsProps = {
  list: ListDescription;
  asked: ListAsked;
  onChange: (change: Pick<ListAsked, 'columns'>) => void;
};

/** Which columns the list shows; the first is its name and always there. */
export function ChooseColumns({ list, asked, onChange }: ChooseColumnsProps) {
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const current = shownColumns(list, asked).join();
  // A choice shows at once; the address follows.
  const [chosen, setChosen] = useState({ current, shown: current.split(',') });
  const shown = chosen.current === current ? chosen.shown : current.split(',');
  const names = Object.keys(list.columns);
  const usual = shownColumns(list, { columns: null });

  function show(name: string, isShown: boolean) {
    const columns = names.filter((one) => (one === name ? isShown : shown.includes(one)));
    setChosen({ current, shown: columns });
    onChange({ columns: columns.join() === usual.join() ? null : columns });
  }

  return (
    <div ref={root} className="relative">
      <button
        type="button"
        className="btn btn-ghost btn-sm !min-h-10 md:!min-h-9"
        aria-expanded={open}
        aria-controls="columns"
        onClick={() => setOpen(!open)}
      >
        <Columns3 size={16} strokeWidth={1.6} aria-hidden />
        Columns
      </button>
      {open && (
        <fieldset
          id="columns"
          className="popup absolute right-0 z-20 mt-1 grid max-h-[70dvh] w-60 gap-1 overflow-y-auto p-4 max-md:right-auto max-md:left-0"
        >
          <legend className="sr-only">Columns</legend>
          {names.slice(1).map((name) => (
            <label key={name} className="flex min-h-10 items-center gap-2.5 text-sm md:min-h-8">
              <input
                type="checkbox"
                checked={shown.includes(name)}
                onChange={({ target }) => show(name, target.checked)}
              />
              {list.columns[name]?.label}
            </label>
          ))}
          {asked.columns && (
            <button type="button" className="btn btn-ghost btn-sm mt-1" onClick={() => onChange({ columns: null })}>
              Usual columns
            </button>
          )}
        </fieldset>
      )}
    </div>
  );
}
