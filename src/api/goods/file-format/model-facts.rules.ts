import type { ModelFacts } from '#contract/goods/file-format.ts';
import { shownText } from './sample.rules.ts';

const MOST_DTYPES = 12;
const MOST_TEXTS = 20;

/** The most frequent first. */
export function countedDtypes(dtypes: ReadonlyMap<string, number>): ModelFacts['dtypes'] {
  return [...dtypes]
    .map(([dtype, tensors]) => ({ dtype, tensors }))
    .sort((one, other) => other.tensors - one.tensors)
    .slice(0, MOST_DTYPES);
}

/** Short texts with their names; what is empty says nothing. */
export function shortMetadata(entries: Array<[string, string | undefined]>): ModelFacts['metadata'] {
  return entries
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .slice(0, MOST_TEXTS)
    .map(([name, value]) => ({ name: shownText(name, 80), value: shownText(value) }));
}
