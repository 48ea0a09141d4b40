// Why nothing is decided about a review.
export type DecisionRefusal =
  | 'own_review'
  | 'own_shop'
  | 'already_hidden'
  | 'not_hidden'
  | 'no_report_waits'
  | 'review_changed';

const sentences: Record<DecisionRefusal, string> = {
  own_review: 'You have written this review: somebody else decides about it.',
  own_shop: 'You belong to the shop whose product this review is about: somebody else decides about it.',
  already_hidden: 'This review is hidden already: somebody has decided meanwhile. Nothing has changed by you.',
  not_hidden: 'This review is shown already: somebody has decided meanwhile. Nothing has changed by you.',
  no_report_waits: 'Nothing about this review waits any more: somebody has settled it. Nothing has changed by you.',
  review_changed: 'Its author has changed this review meanwhile. Read it again, then decide.',
};

export function decisionRefusalText(refused: DecisionRefusal): string {
  return sentences[refused];
}
