import { useCallback, useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import {
  findOwnReview,
  getReviewSummary,
  listMoreReviews,
  listReviews,
  reviewMark,
} from '#client/api-client/review.ts';
import { currentUser } from '#client/session/session.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import type { Review, ReviewSummary, ShownReview } from '#contract/review.ts';
import { userIdOf } from '#contract/user.ts';

/** What a page of reviews shows; `next` is where they go on. */
export type ReviewPage = { reviews: ShownReview[]; next: string | null; summary: ReviewSummary };

export type ProductReviews = ReviewPage & {
  /** The signed-in customer's own one, if there is one, wherever it stands in the list. */
  own: ShownReview | null;
  /** The mark from which they go on, as the address of a page has it; null at their end. */
  after: string | null;
  /** Asks for the first ones again, in the customer's name. Those that are shown stay when they cannot be had. */
  reload: () => Promise<void>;
  /** Adds those that come next; answers whether they could be had. */
  more: () => Promise<boolean>;
};

type Asked = Pick<ReviewPage, 'reviews' | 'next'> & { own: Review | null };

/**
 * The reviews of a product: at first those that the page came with, the same for every visitor; for a signed-in
 * customer asked for again in their name, because only then their own can be recognised.
 */
export function useReviews(productId: string, ofPage: ReviewPage): ProductReviews {
  const user = useCurrentUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [added, setAdded] = useState<Pick<ReviewPage, 'reviews' | 'next'> | null>(null);
  const [summary, setSummary] = useState<ReviewSummary | null>(null);
  const email = user?.email;

  const ask = useCallback(async () => {
    const api = createBrowserApi();
    const page = await listReviews(api, productId, { asUser: true }).catch(() => null);
    // Whoever signed out meanwhile is shown what everybody is shown.
    const userId = currentUser.get()?.email;
    if (!page || !userId) return;
    const listed = page.items.find((review) => review.user_email === userIdOf(userId));
    const own = listed ?? (page.next ? await findOwnReview(api, productId).catch(() => null) : null);
    setAdded(null);
    setAsked({ reviews: page.items, next: page.next, own });
  }, [productId]);

  useEffect(() => {
    setAsked(null);
    setAdded(null);
    if (email) void ask();
  }, [email, ask]);

  async function reload() {
    const counted = getReviewSummary(createBrowserApi(), productId).then(setSummary, () => {});
    await Promise.all([ask(), counted]);
  }

  const first = asked ?? ofPage;
  const next = added ? added.next : first.next;
  async function more() {
    const page = next && (await listMoreReviews(createBrowserApi(), next).catch(() => null));
    if (!page) return false;
    setAdded((before) => ({ reviews: [...(before?.reviews ?? []), ...page.items], next: page.next }));
    return true;
  }

  return {
    reviews: [...first.reviews, ...(added?.reviews ?? [])],
    next,
    after: reviewMark(next),
    summary: summary ?? ofPage.summary,
    own: (email && asked?.own) || null,
    reload,
    more,
  };
}
