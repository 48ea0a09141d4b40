import { useCallback, useEffect, useState } from 'react';
import type { Review, ShownReview } from '#contract/review.ts';
import { userIdOf } from '#contract/user.ts';
import { createBrowserApi } from '../api-client/browser-api.ts';
import { listReviews } from '../api-client/review.ts';
import { currentUser } from '../session/session.ts';
import { useCurrentUser } from '../session/use-current-user.ts';

export type ProductReviews = {
  reviews: ShownReview[];
  /** The signed-in customer's own one, if there is one. */
  own: ShownReview | null;
  /** Asks for them again, in the customer's name. Those that are shown stay when they cannot be had. */
  reload: () => Promise<void>;
};

/**
 * The reviews of a product: at first those that the page came with, the same for every visitor; for a signed-in
 * customer asked for again in their name, because only then their own can be recognised.
 */
export function useReviews(productId: string, ofPage: ShownReview[]): ProductReviews {
  const user = useCurrentUser();
  const [asked, setAsked] = useState<Review[] | null>(null);
  const email = user?.email;

  const reload = useCallback(async () => {
    const reviews = await listReviews(createBrowserApi(), productId, { asUser: true }).catch(() => null);
    // Whoever signed out meanwhile is shown what everybody is shown.
    if (reviews && currentUser.get()) setAsked(reviews);
  }, [productId]);

  useEffect(() => {
    setAsked(null);
    if (email) void reload();
  }, [email, reload]);

  const own = asked?.find((review) => email && review.user_email === userIdOf(email)) ?? null;
  return { reviews: asked ?? ofPage, own, reload };
}
