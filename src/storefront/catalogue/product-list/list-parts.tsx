// One file of scripts for what every list has beside its products.

export { SaveSearchLink } from '../saved-search/save-search-link.tsx';
export { FilterChips } from './filter/filter-chips.tsx';
export { FilterPanel, FiltersButton } from './filter/filter-panel.tsx';
export { NothingFound } from './nothing-found.tsx';
export { PageLinks } from './page-links.tsx';
export { SortSelect } from './sort-select.tsx';
export { ViewSwitch } from './view-switch.tsx';
