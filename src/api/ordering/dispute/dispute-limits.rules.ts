/** Limits of what one account writes and attaches in disputes. */
export const disputeWrites = {
  name: 'writings in disputes',
  points: 40,
  duration: 60,
  refusal: 'You have written or attached much within a minute. Try again in a minute.',
};
