/** A preview is asked for while somebody types, and locks its order for a moment. */
export const staffOrderPreviews = {
  name: 'refund-previews',
  points: 120,
  duration: 60,
  refusal: 'You have asked for many previews within a minute. Try again in a minute.',
};

export const staffOrderWrites = {
  name: 'order-notes',
  points: 30,
  duration: 60,
  refusal: 'You have written many notes within a minute. Try again in a minute.',
};
