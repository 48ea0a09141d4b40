/**
 * By account, and together with changes of the name that stands at reviews: so many in so many seconds. Nobody writes
 * reviews faster.
 */
export const reviewWrites = { name: 'visible changes', points: 10, duration: 60 };
