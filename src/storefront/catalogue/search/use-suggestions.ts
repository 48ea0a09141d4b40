import { useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { longestQuery, type Suggestions } from '#contract/catalogue/search.ts';

const DEBOUNCE_MS = 150;

export type SuggestionState =
  | { is: 'idle' }
  | { is: 'loading' }
  | { is: 'failed' }
  /** `query` is what was asked; more may have been typed since. */
  | { is: 'there'; query: string; suggestions: Suggestions };

/** Suggestions for the text being typed, asked for once the typing pauses. Earlier ones stay until then. */
export function useSuggestions(keyword: string): SuggestionState {
  const [state, setState] = useState<SuggestionState>({ is: 'idle' });
  const query = keyword.trimStart();

  useEffect(() => {
    if (query === '' || query.length > longestQuery) return setState({ is: 'idle' });
    const abort = new AbortController();
    setState((before) => (before.is === 'there' ? before : { is: 'loading' }));
    const timer = setTimeout(async () => {
      const suggestions = await createBrowserApi()
        .get('/search/suggestions', { params: { query: { q: query } }, signal: abort.signal })
        .catch(() => null);
      if (abort.signal.aborted) return;
      setState(suggestions ? { is: 'there', query, suggestions } : { is: 'failed' });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);

  return state;
}
