// Words about reviews that somebody reports, and what the staff decide about them. Free of the validator.

/** Why somebody reports a review; 'other' is said in their own words. */
export const reviewReportReasons = ['spam', 'insult', 'personal', 'off_topic', 'fake', 'other'] as const;
export type ReviewReportReason = (typeof reviewReportReasons)[number];

/** As readers and the staff are told of them. */
export const reviewReportLabels: Record<ReviewReportReason, string> = {
  spam: 'Advertising or spam',
  insult: 'Insults or hate',
  personal: "Somebody's personal data",
  off_topic: 'Not about this product',
  fake: 'Not written by somebody who used it',
  other: 'Something else',
};

/** `dismiss`: it stays as it is. */
export const reviewDecisions = ['hide', 'show', 'dismiss'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Length of the reason that the author is told, in characters. */
export const hideReasonMinimum = 5;
export const hideReasonMaximum = 600;
