import { type FormEvent, useState } from 'react';
import { type FilterValue, readFilter, writeFilter } from '#contract/operations/staff-list/address.ts';
import type { ListDescription, ListFilter } from '#contract/operations/staff-list/description.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';

type FilterDialogProps = {
  list: ListDescription;
  /** Which filter is changed; null: one is added. */
  name: string | null;
  filters: Readonly<Record<string, FilterValue>>;
  onSet: (name: string, value: FilterValue) => void;
  onClose: () => void;
};

/** Asks by what a list is narrowed. What is written is the filter as an address has it, until it is read. */
export function FilterDialog({ list, name: given, filters, onSet, onClose }: FilterDialogProps) {
  const [name, setName] = useState(given ?? Object.keys(list.filters).find((one) => !filters[one]) ?? '');
  const filter = list.filters[name];
  const [text, setText] = useState(given && filters[given] ? writeFilter(filters[given]) : '');
  const [judged, setJudged] = useState(false);
  const value = filter ? readFilter(filter, text) : null;
  const error = judged && !value ? errorOf(filter, text) : undefined;

  function choose(next: string) {
    setName(next);
    setText(filters[next] ? writeFilter(filters[next]) : '');
    setJudged(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (value) onSet(name, value);
  }

  return (
    <Dialog title={given ? `Filter: ${filter?.label}` : 'Add a filter'} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {!given && (
          <label className="grid gap-1 text-sm">
            By
            <select className="field" value={name} onChange={(event) => choose(event.target.value)}>
              {Object.entries(list.filters).map(([one, { label }]) => (
                <option key={one} value={one}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {filter && <FilterFields key={name} filter={filter} text={text} onText={setText} error={error} />}
        {error && filter?.kind !== 'id' && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary">
            {given ? 'Change filter' : 'Add filter'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function errorOf(filter: ListFilter | undefined, text: string): string {
  if (filter?.kind === 'choice' || filter?.kind === 'yes') return 'Choose one of them.';
  if (text === '' || text === '..') return 'Write what to look for.';
  if (filter?.kind === 'amount') return 'Write amounts such as 10 or 99.50, the smaller one first.';
  if (filter?.kind === 'count') return 'Write whole numbers, the smaller one first.';
  if (filter?.kind === 'days') return 'Give a day, or two of which the earlier one comes first.';
  return 'This cannot be looked for.';
}

type FieldsProps = { filter: ListFilter; text: string; onText: (text: string) => void; error: string | undefined };

function FilterFields({ filter, text, onText, error }: FieldsProps) {
  switch (filter.kind) {
    case 'choice':
      return <Choices filter={filter} text={text} onText={onText} />;
    case 'days':
      return <Days text={text} onText={onText} />;
    case 'amount':
    case 'count':
      return <Range text={text} onText={onText} unit={filter.kind === 'amount' ? 'dollars' : ''} />;
    case 'id':
      return (
        <Field label={filter.label} name="value" value={text} onChange={onText} hint={filter.hint} error={error} />
      );
    case 'yes':
      return (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm">{filter.label}</legend>
          {(['yes', 'no'] as const).map((one) => (
            <label key={one} className="flex min-h-10 items-center gap-2.5 text-sm md:min-h-8">
              <input type="radio" name="value" checked={text === one} onChange={() => onText(one)} />
              {filter.words[one].charAt(0).toUpperCase() + filter.words[one].slice(1)}
            </label>
          ))}
        </fieldset>
      );
  }
}

type PartProps = Pick<FieldsProps, 'text' | 'onText'>;

function Choices({ filter, text, onText }: PartProps & { filter: ListFilter & { kind: 'choice' } }) {
  const chosen = text === '' ? [] : text.split(',');
  const names = Object.keys(filter.choices);
  const toggle = (name: string, isChosen: boolean) =>
    onText(names.filter((one) => (one === name ? isChosen : chosen.includes(one))).join(','));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm">{filter.label}</legend>
      {names.map((name) => (
        <label key={name} className="flex min-h-10 items-center gap-2.5 text-sm md:min-h-8">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
          {filter.choices[name]?.label}
        </label>
      ))}
    </fieldset>
  );
}

const lastDays = [
  ['1d', 'Today'],
  ['7d', 'The last 7 days'],
  ['30d', 'The last 30 days'],
  ['90d', 'The last 90 days'],
] as const;

function Days({ text, onText }: PartProps) {
  const [from = '', to = ''] = text.includes('..') ? text.split('..') : [];
  const isRange = text === '' || text.includes('..');
  const known = lastDays.some(([value]) => value === text);
  return (
    <div className="grid gap-3">
      <label className="grid gap-1 text-sm">
        Days
        <select className="field" value={isRange ? '' : text} onChange={(event) => onText(event.target.value)}>
          <option value="">From a day until another</option>
          {lastDays.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {!isRange && !known && <option value={text}>The last {text.replace('d', '')} days</option>}
        </select>
      </label>
      {isRange && (
        <div className="grid grid-cols-2 gap-3">
          <End label="From" type="date" value={from} onChange={(value) => onText(`${value}..${to}`)} />
          <End label="Until" type="date" value={to} onChange={(value) => onText(`${from}..${value}`)} />
        </div>
      )}
    </div>
  );
}

function Range({ text, onText, unit }: PartProps & { unit: string }) {
  const [from = '', to = text.includes('..') ? '' : from] = text.split('..');
  const named = (word: string) => (unit ? `${word}, in ${unit}` : word);
  return (
    <div className="grid grid-cols-2 gap-3">
      <End label={named('From')} value={from} onChange={(value) => onText(`${value}..${to}`)} />
      <End label={named('Up to')} value={to} onChange={(value) => onText(`${from}..${value}`)} />
    </div>
  );
}

type EndProps = { label: string; value: string; onChange: (value: string) => void; type?: 'date' };

function End({ label, value, onChange, type }: EndProps) {
  return (
    <label className="grid min-w-0 gap-1 text-sm">
      {label}
      <input
        className="field min-w-0"
        type={type ?? 'text'}
        inputMode={type ? undefined : 'decimal'}
        maxLength={20}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    </label>
  );
}
