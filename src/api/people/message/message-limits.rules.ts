// How much one account writes to others: a person does not write faster, and a program that does is no buyer.
const HOUR_SECONDS = 60 * 60;

export const messagesWritten = { name: 'messages', points: 20, duration: 60 };
/** Threads that somebody begins, and reports: each costs somebody else time. */
export const threadsBegun = { name: 'threads begun', points: 20, duration: HOUR_SECONDS };
export const reportsMade = { name: 'reports', points: 10, duration: HOUR_SECONDS };
