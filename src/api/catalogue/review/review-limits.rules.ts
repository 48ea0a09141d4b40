/**
 * One account may post reviews, or change the name that stands at them, `points` times in `duration` seconds, counted
 * together. Nobody writes reviews faster.
 */
export const reviewWrites = { name: 'visible changes', points: 10, duration: 60 };
/** One account may report so many reviews in an hour: each costs somebody's time. */
export const reviewReports = { name: 'review reports', points: 10, duration: 60 * 60 };
