// The operator's vocabulary of the search, and searches without result, as the staff see and change them.
import { useApi } from '#client/query/use-api.ts';
import type {
  PutSearchPin,
  PutSearchSynonym,
  SearchMisses,
  SearchVocabulary,
} from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export const useSearchVocabulary = (): Loaded<SearchVocabulary> => useApi('/admin/search-vocabulary');

export const useSearchMisses = (): Loaded<SearchMisses> => useApi('/admin/search-miss');

/** Each resolves with what went wrong, in words, or with nothing. */
export const searchVocabulary = {
  addSynonym: (synonym: PutSearchSynonym) => attempt((api) => api.post('/admin/search-synonym', { body: synonym })),
  changeSynonym: (synonymId: string, synonym: PutSearchSynonym) =>
    attempt((api) => api.put('/admin/search-synonym/{synonymId}', { params: { path: { synonymId } }, body: synonym })),
  deleteSynonym: (synonymId: string) =>
    attempt((api) => api.delete('/admin/search-synonym/{synonymId}', { params: { path: { synonymId } } })),
  addKeptWord: (word: string) => attempt((api) => api.post('/admin/search-kept-word', { body: { word } })),
  deleteKeptWord: (word: string) =>
    attempt((api) => api.delete('/admin/search-kept-word/{word}', { params: { path: { word } } })),
  putPin: (pin: PutSearchPin) => attempt((api) => api.put('/admin/search-pin', { body: pin })),
  /** Pins again what was unpinned, unless somebody else has pinned products for that search meanwhile. */
  restorePin: (pin: PutSearchPin) =>
    attempt((api) => api.put('/admin/search-pin', { body: { ...pin, only_if_none: true } })),
  dismissMiss: (query: string) => attempt((api) => api.post('/admin/search-miss/dismiss', { body: { query } })),
};
