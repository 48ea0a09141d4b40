/** Sentence for an administrator who would leave the shop without one. */
export const lastAdminSentence =
  'You are the last administrator. Make somebody else an administrator first, then delete your account.';
