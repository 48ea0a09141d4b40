import type { z } from 'zod';
import type { queryFilterKinds, searchResultSchema, suggestionsSchema } from './search.schema.ts';

export type SearchResult = z.infer<typeof searchResultSchema>;
export type QueryFilterKind = (typeof queryFilterKinds)[number];
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** Characters of a query; nobody types more. */
export const longestQuery = 200;

/** Products of an answer: whoever has not found it among so many says more of it. */
export const mostFound = 50;
