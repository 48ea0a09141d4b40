// The parts of a list whose scripts come after the page's.
import { late } from '#ui/late.tsx';

const parts = () => import('./list-parts.ts');

export const FilterPanel = late(async () => (await parts()).FilterPanel);
export const FilterChips = late(async () => (await parts()).FilterChips);
export const FiltersButton = late(async () => (await parts()).FiltersButton);
export const NothingFound = late(async () => (await parts()).NothingFound);
export const PageLinks = late(async () => (await parts()).PageLinks);
export const SortSelect = late(async () => (await parts()).SortSelect);
export const ViewSwitch = late(async () => (await parts()).ViewSwitch);
export const MachineTable = late(async () => (await import('./machine-table.tsx')).MachineTable);
