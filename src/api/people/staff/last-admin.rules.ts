/** What somebody is told who would leave the shop without an administrator. */
export const lastAdminSentence =
  'You are the last administrator. Make somebody else an administrator first, then delete your account.';
