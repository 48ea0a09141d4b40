import type { ReactNode } from 'react';
import { CachedFragment } from '../../../page/cached-fragment.tsx';

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A group that many pages share: `by` has all that its HTML depends on besides the title. */
export function CachedGroup({ title, by, children }: { title: string; by: unknown; children: ReactNode }) {
  return (
    <CachedFragment as="fieldset" className="filter-group" by={['filter', title, by]}>
      <legend>{title}</legend>
      {children}
    </CachedFragment>
  );
}

type TickProps = {
  name: string;
  value: string;
  label: string;
  checked: boolean;
  count?: string | undefined;
  /** How deep it stands within others. */
  depth?: number;
};

/** A box to check, and how many products are behind it. */
export function Tick({ name, value, label, checked, count, depth = 0 }: TickProps) {
  return (
    <label className="facet" data-deep={depth > 0 || undefined}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <bdi>{label}</bdi>
      {count !== undefined && <span className="num">{count}</span>}
    </label>
  );
}

/** One of several values, and how many products are behind it. */
export function Radio({ name, value, label, checked, count }: Omit<TickProps, 'depth'>) {
  return (
    <label className="facet">
      <input type="radio" name={name} value={value} defaultChecked={checked} />
      <bdi>{label}</bdi>
      {count !== undefined && <span className="num">{count}</span>}
    </label>
  );
}
