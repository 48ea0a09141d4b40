// Filters that nobody asked for before: nothing of their answers is cached, not even the counts.

const models = ['RTX 4090', 'RTX 3090', 'A10', 'L4', 'A100', 'H100', 'L40S', 'B200', 'RTX 5090'];
const regions = ['United States', 'Germany', 'South Korea', 'Singapore', 'Japan', 'Oregon'];

/** In turn a price range, a model, two of them in a region, a least memory by price, rows of data in a language, cheap GB-hours. */
const filters: Array<(index: number) => string> = [
  (index) => `category=computing&min_price=${index / 1_000}&max_price=${3 + index / 1_000}`,
  (index) => `category=computing&gpu_model=${at(models, index)}&min_price=0&max_price=${5_000 + index / 1_000}`,
  (index) =>
    `category=computing&gpu_model=${at(models, index)}&gpu_model=${at(models, index + 3)}&region=${at(regions, index)}&min_gpu_memory=${1 + index / 1_000}`,
  (index) => `category=computing&min_gpu_memory=${40 + index / 1_000}&sort=price_asc`,
  (index) => `category=data&min_rows=${1_000_000 + index}&language=German&sort=price_desc`,
  (index) =>
    `category=computing&min_gpu_memory=24&min_price=0&max_price=${1 + index / 1_000}&price_unit=hour&sort=gb_hour_asc`,
];

function at(list: readonly string[], index: number): string {
  return encodeURIComponent(list[index % list.length] ?? '');
}

let asked = 0;

/** So many queries of the API, none of which was handed out before. */
export function newFilters(count: number): string[] {
  return Array.from({ length: count }, () => {
    asked++;
    return filters[asked % filters.length]?.(asked) ?? '';
  });
}

/** The same as addresses of pages. */
export function newPages(count: number): string[] {
  return newFilters(count).map((query) => {
    const params = new URLSearchParams(query);
    const category = params.get('category');
    params.delete('category');
    return `/products/category/${category}?${params}`;
  });
}
