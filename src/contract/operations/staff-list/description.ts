// A list of the back office as data. The API makes its query of it, the screen its columns, filters and badges. Free of the validator.
import type { StaffAction } from '../../people/staff.ts';

/** As a badge shows it (ui/status-badge.tsx). */
type ListBadge = 'on' | 'wait' | 'due' | 'draft' | 'bad' | 'off' | 'back' | 'hot';
export type ListChoice = { label: string; badge?: ListBadge };
type Choices = Readonly<Record<string, ListChoice>>;

/**
 * Content of a cell. `id`: text that names the row, and links to it; `instant`: UTC, ISO 8601; `money`: US dollars, in cents;
 * `price`: US dollars, to 6 decimals; `count`: a whole number;
 * `choice`: one of a few words. Each but `id` may be null: not known.
 */
export type ListColumn = {
  label: string;
  /** True if the list can be sorted by it. */
  sorts?: true;
  /** Not shown until somebody chooses it. */
  extra?: true;
  /** Where it goes when there is no room for a column of its own: below the first cell, below the last one, or nowhere. */
  narrow?: 'first' | 'last';
} & ({ kind: 'id' | 'text' | 'instant' | 'money' | 'price' | 'count' } | { kind: 'choice'; choices: Choices });

/**
 * How a list is narrowed. `choice`: one or several words; `days`: a range of days, or the last so many; `amount`: from, to, or both, in US
 * dollars; `count`: the same in whole numbers; `id`: exactly this text; `yes`: whether it is so.
 */
export type ListFilter =
  | { label: string; kind: 'choice'; choices: Choices }
  | { label: string; kind: 'days' | 'amount' | 'count' }
  | { label: string; kind: 'id'; hint: string }
  | { label: string; kind: 'yes'; words: { yes: string; no: string } };

export type ListName =
  | 'audit'
  | 'coupon'
  | 'customer'
  | 'dispute'
  | 'job'
  | 'order'
  | 'payout'
  | 'product'
  | 'review'
  | 'seller';

export type ListDescription = {
  /** As in the API's address, /api/admin/{name}, and in the ids of saved views. */
  name: ListName;
  /** Path of the screen, below /admin. */
  path: string;
  title: string;
  /** One of them, and several, in the middle of a sentence. */
  one: string;
  many: string;
  needs: StaffAction;
  /** Subject of a search by text; left out where a list has no search. */
  search?: string;
  /** The first is the row's name. */
  columns: Readonly<Record<string, ListColumn>>;
  filters: Readonly<Record<string, ListFilter>>;
  /** By which column without a choice, with - before it for downwards. */
  sort: string;
  /** Columns whose sum is told beside the count, while that is exact. */
  sums?: readonly string[];
  /** Views that everybody has: a name, and what stands in the address. */
  views?: ReadonlyArray<{ name: string; query: string }>;
};

/** Below so many, counts and sums are exact. */
export const listCountedUpTo = 1_000;
/** `sums` are in US dollars, and left out where the count is not exact. */
export type ListCount = { count: number; is_exact: boolean; sums: Record<string, number> };

/** A row of any list, where what is in its cells is told by the description. */
export type AnyRow = { id: string } & Record<string, unknown>;

/** A saved view. `shared`: with everybody on the staff who may read the list. */
export type SavedView = {
  view_id: string;
  name: string;
  query: string;
  shared: boolean;
  is_mine: boolean;
  /** Whose it is, by name; null once they have left. */
  owner: string | null;
};
export const viewNameMaximum = 60;
export const viewQueryMaximum = 2_000;
/** Most views of one person and list. */
export const viewsMaximum = 30;
