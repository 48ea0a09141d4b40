import type { ReactNode } from 'react';

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type TickProps = {
  name: string;
  value: string;
  label: string;
  checked: boolean;
  count?: string | undefined;
  none?: boolean;
};

/** A box to check, and how many products are behind it. */
export function Tick({ name, value, label, checked, count, none }: TickProps) {
  return (
    <label className="facet" data-none={none || undefined}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <bdi>{label}</bdi>
      {count !== undefined && <span className="num">{count}</span>}
    </label>
  );
}
