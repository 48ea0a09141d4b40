// A review that is being written, in the tab's session storage: it survives the login and a reload.
import { clampRating } from '#contract/catalogue/review.ts';

type ReviewDraft = {
  text: string;
  /** 0 when no star is chosen yet. */
  rate: number;
  /** Its author was sent to the login with it, and is expected back. */
  waiting?: boolean;
};

const keyOf = (productId: string) => `hearth.review.${productId}`;

/** Null when there is none, or storage is refused. */
export function readDraft(productId: string): ReviewDraft | null {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(keyOf(productId)) ?? 'null');
    if (typeof stored?.text !== 'string') return null;
    return { text: stored.text, rate: clampRating(Number(stored.rate)), waiting: stored.waiting === true };
  } catch {
    return null;
  }
}

export function saveDraft(productId: string, draft: ReviewDraft) {
  try {
    window.sessionStorage.setItem(keyOf(productId), JSON.stringify(draft));
  } catch {
    // Storage is refused: the draft lasts until the next reload.
  }
}

/** True if the draft's author is back from the login; only once. */
export function resumeDraft(productId: string): boolean {
  const draft = readDraft(productId);
  if (!draft?.waiting) return false;
  saveDraft(productId, { ...draft, waiting: false });
  return true;
}

export function deleteDraft(productId: string) {
  try {
    window.sessionStorage.removeItem(keyOf(productId));
  } catch {
    // There was none.
  }
}
