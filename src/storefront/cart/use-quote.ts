import { useCallback, useEffect, useState } from 'react';
import { ApiError, readProblem } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getQuote } from '#client/api-client/cart.ts';
import type { Quote, QuoteRequest } from '#contract/checkout.ts';
import type { CartLines } from './cart-lines.ts';
import { itemsOf } from './order-items.ts';

const DEBOUNCE_MS = 200;

export type QuoteState = {
  /** For the cart as it is; null until it has arrived, and when it cannot be had. */
  quote: Quote | null;
  pending: boolean;
  /** The one before, while the one for the cart as it is has not arrived. */
  stale: Quote | null;
  /** Why there is none, when the shop would not sell this cart. */
  refusal: string | null;
  reload: () => void;
};

type Answer = { question: string; quote: Quote | null; refusal: string | null };

/**
 * The shop's current price of the cart: loaded when the cart is opened, and again shortly after each change. The cart works
 * without it; a failure matters only to the coupon.
 */
export function useQuote(lines: CartLines, coupon: string | null): QuoteState {
  const question = JSON.stringify({ items: itemsOf(lines), coupon } satisfies QuoteRequest);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => {
    setAnswer(null);
    setAttempt((times) => times + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks the same question again
  useEffect(() => {
    const request: QuoteRequest = JSON.parse(question);
    if (request.items.length === 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    const timer = setTimeout(async () => {
      const found = await getQuote(createBrowserApi(), request, { signal }).then(
        (quote) => ({ quote, refusal: null }),
        (error) => ({ quote: null, refusal: isRefused(error) ? error.message : null }),
      );
      if (!signal.aborted) setAnswer({ question, ...found });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [question, attempt]);

  const current = answer?.question === question ? answer : null;
  return {
    quote: current?.quote ?? null,
    pending: current === null && lines.length > 0,
    stale: current ? null : (answer?.quote ?? null),
    refusal: current?.refusal ?? null,
    reload,
  };
}

/** The shop does not sell this cart, in contrast to an answer that failed. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && readProblem(error.body)?.refusal !== undefined;
}
