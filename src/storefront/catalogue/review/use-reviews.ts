import { useCallback, useEffect, useState } from 'react';
import type { ApiClient } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser } from '#client/session/session.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import type { Review, ReviewSummary, ShownReview } from '#contract/catalogue/review.ts';
import { userIdOf } from '#contract/people/user.ts';

/** Reviews on a page; `next` is where they go on. */
export type ReviewPage = { reviews: ShownReview[]; next: string | null; summary: ReviewSummary };

export type ProductReviews = ReviewPage & {
  /** The signed-in customer's own one, if there is one, wherever it stands in the list. */
  own: ShownReview | null;
  /** The mark from which they go on, as the address of a page has it; null at their end. */
  after: string | null;
  /** Loads the first ones again, in the customer's name. After a failure those that are shown stay. */
  reload: () => Promise<void>;
  /** Adds the next ones; answers whether they could be loaded. */
  more: () => Promise<boolean>;
};

type PersonalPage = Pick<ReviewPage, 'reviews' | 'next'> & { own: Review | null };

/**
 * The reviews of a product: at first those that the page came with, the same for every visitor; for a signed-in
 * customer asked for again in their name, because only then their own can be recognised.
 */
export function useReviews(productId: string, ofPage: ReviewPage): ProductReviews {
  const user = useCurrentUser();
  const [personal, setPersonal] = useState<PersonalPage | null>(null);
  const [added, setAdded] = useState<Pick<ReviewPage, 'reviews' | 'next'> | null>(null);
  const [summary, setSummary] = useState<ReviewSummary | null>(null);
  const email = user?.email;

  const loadPersonal = useCallback(async () => {
    const api = createBrowserApi();
    const page = await api
      .list('/review/product/{id}', {
        params: { path: { id: productId } },
        asUser: true,
      })
      .catch(() => null);
    // Signed out meanwhile: the page shows what everybody sees.
    const userId = currentUser.get()?.email;
    if (!page || !userId) return;
    const listed = page.items.find((review) => review.user_email === userIdOf(userId));
    // Further on, or hidden: then nobody but its author sees it.
    const own = listed ?? (await findOwnReview(api, productId).catch(() => null));
    setAdded(null);
    setPersonal({ reviews: page.items, next: page.next, own });
  }, [productId]);

  useEffect(() => {
    setPersonal(null);
    setAdded(null);
    if (email) void loadPersonal();
  }, [email, loadPersonal]);

  async function reload() {
    const counted = createBrowserApi()
      .get('/review/product/{id}/summary', { params: { path: { id: productId } } })
      .then(setSummary, () => {});
    await Promise.all([loadPersonal(), counted]);
  }

  const first = personal ?? ofPage;
  const next = added ? added.next : first.next;
  async function more() {
    const page =
      next &&
      (await createBrowserApi()
        .list('/review/product/{id}', { params: { path: { id: productId } }, page: next })
        .catch(() => null));
    if (!page) return false;
    setAdded((before) => ({ reviews: [...(before?.reviews ?? []), ...page.items], next: page.next }));
    return true;
  }

  return {
    reviews: [...first.reviews, ...(added?.reviews ?? [])],
    next,
    after: reviewMark(next),
    summary: summary ?? ofPage.summary,
    own: (email && personal?.own) || null,
    reload,
    more,
  };
}

/** The mark at which `next` of a page goes on. */
function reviewMark(next: string | null): string | null {
  return next && new URLSearchParams(next.slice(next.indexOf('?'))).get('after');
}

/** The signed-in user's review of a product, if there is one, hidden or not. */
async function findOwnReview(api: ApiClient, productId: string): Promise<Review | null> {
  const [own] = await api.get('/review/product/{id}', {
    params: { path: { id: productId }, query: { mine: 'true' } },
    asUser: true,
  });
  return own ?? null;
}
