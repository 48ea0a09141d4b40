/** A preview reads as many rows as it is of. */
export const jobPreviews = {
  name: 'job-previews',
  points: 30,
  duration: 60,
  refusal: 'You have asked for many previews within a minute. Try again in a minute.',
};
