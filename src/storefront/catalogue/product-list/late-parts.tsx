// The parts of a list whose scripts come after the page's.
import { redirectDocument } from 'react-router';
import { isLoadFailure } from '#client/connection.ts';
import { late } from '#ui/loading/late.tsx';
import type { ListData } from './list-data.ts';

const parts = () => import('./list-parts.tsx');

export const FilterPanel = late(async () => (await parts()).FilterPanel);
export const FilterChips = late(async () => (await parts()).FilterChips);
export const FiltersButton = late(async () => (await parts()).FiltersButton);
export const NothingFound = late(async () => (await parts()).NothingFound);
export const PageLinks = late(async () => (await parts()).PageLinks);
export const SaveSearchLink = late(async () => (await parts()).SaveSearchLink);
export const SortSelect = late(async () => (await parts()).SortSelect);
export const ViewSwitch = late(async () => (await parts()).ViewSwitch);
export const MachineTable = late(async () => (await import('./machine-table.tsx')).MachineTable);

const everyList = [
  FilterPanel,
  FilterChips,
  FiltersButton,
  NothingFound,
  PageLinks,
  SaveSearchLink,
  SortSelect,
  ViewSwitch,
];

/** To be awaited by whoever goes to a list; `loading` is its data. */
export async function withListParts<Data extends ListData>(request: Request, loading: Promise<Data>): Promise<Data> {
  try {
    const [data] = await Promise.all([loading, ...everyList.map((part) => part.preload())]);
    if (data.query.view === 'table') await MachineTable.preload();
    return data;
  } catch (error) {
    await loading;
    // The shop answers, so the list can be had as a page: with the part that this one may never ask for again.
    throw isLoadFailure(String(error)) ? redirectDocument(request.url) : error;
  }
}
