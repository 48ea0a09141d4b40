import { useCallback, useEffect, useState } from 'react';
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Quote, QuoteRequest } from '#contract/ordering/checkout.ts';
import type { CartLines } from './cart-lines.ts';
import { itemsOf } from './order-items.ts';

const DEBOUNCE_MS = 200;
/** Nobody waits longer: what comes later is still taken. */
const PATIENCE_MS = 10_000;

export type QuoteState = {
  /** For the cart as it is; null until it has arrived, and when it cannot be had. */
  quote: Quote | null;
  pending: boolean;
  /** The one before, while the one for the cart as it is has not arrived. */
  stale: Quote | null;
  /** The one that the screen shows: where the shop could not be asked, the last that came stays. */
  shown: Quote | null;
  /** Why there is none, when the shop would not sell this cart. */
  refusal: string | null;
  reload: () => void;
};

/** `last`: the quote that came last, unless the shop has refused the cart since. */
type Answer = { question: string; attempt: number; quote: Quote | null; last: Quote | null; refusal: string | null };

/**
 * The shop's current price of the cart: loaded when the cart is opened, and again shortly after each change. The cart works
 * without it; a failure matters only to the coupon, and to what is licensed: nobody orders under a license that no screen has shown.
 */
export function useQuote(lines: CartLines, coupon: string | null): QuoteState {
  const question = JSON.stringify({ items: itemsOf(lines), coupon } satisfies QuoteRequest);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((times) => times + 1), []);

  useEffect(() => {
    const request: QuoteRequest = JSON.parse(question);
    if (request.items.length === 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    const none = { question, attempt, quote: null, refusal: null };
    const take = (found: Omit<Answer, 'last'>) =>
      setAnswer((before) => ({ ...found, last: found.quote ?? (found.refusal ? null : (before?.last ?? null)) }));
    const patience = setTimeout(() => take(none), PATIENCE_MS);
    const timer = setTimeout(async () => {
      const found = await createBrowserApi()
        .post('/cart/quote', { body: request, signal })
        .then(
          (quote) => ({ ...none, quote }),
          (error) => ({ ...none, refusal: isRefused(error) ? error.message : null }),
        );
      clearTimeout(patience);
      if (!signal.aborted) take(found);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(patience);
      clearTimeout(timer);
      abort.abort();
    };
  }, [question, attempt]);

  const current = answer?.question === question && answer.attempt === attempt ? answer : null;
  const quote = current?.quote ?? null;
  const last = answer?.last ?? null;
  return {
    quote,
    pending: current === null && lines.length > 0,
    stale: current ? null : last,
    shown: last,
    refusal: current?.refusal ?? null,
    reload,
  };
}

/** The shop does not sell this cart, in contrast to an answer that failed. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && readProblem(error.body)?.refusal !== undefined;
}
