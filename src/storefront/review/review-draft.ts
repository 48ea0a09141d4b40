// What somebody was writing about a product, kept for this tab of the browser: on the way to the login and back, and
// over a reload.
import { clampRating } from '#contract/review.ts';

export type ReviewDraft = {
  text: string;
  /** 0 when no star is chosen yet. */
  rate: number;
  /** Its author was sent to the login with it, and is expected back. */
  waiting?: boolean;
};

const keyOf = (productId: string) => `hearth.review.${productId}`;

/** Null when there is none, or the browser keeps nothing. */
export function readDraft(productId: string): ReviewDraft | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOf(productId)) ?? 'null');
    if (typeof kept?.text !== 'string') return null;
    return { text: kept.text, rate: clampRating(Number(kept.rate)), waiting: kept.waiting === true };
  } catch {
    return null;
  }
}

export function keepDraft(productId: string, draft: ReviewDraft) {
  try {
    window.sessionStorage.setItem(keyOf(productId), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing keeps no draft either.
  }
}

/** Whether the draft's author is back from the login with it; says so once. */
export function takeUpDraft(productId: string): boolean {
  const draft = readDraft(productId);
  if (!draft?.waiting) return false;
  keepDraft(productId, { ...draft, waiting: false });
  return true;
}

export function forgetDraft(productId: string) {
  try {
    window.sessionStorage.removeItem(keyOf(productId));
  } catch {
    // There was none.
  }
}
