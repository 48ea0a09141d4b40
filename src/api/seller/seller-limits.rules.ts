/** Fields of an application are saved as they are typed. */
export const sellerWrites = { name: 'changes of sellers', points: 120, duration: 60 };

/** Applications that are begun, and mails to addresses that somebody names. */
export const sellerMails = {
  name: 'mails for sellers',
  points: 30,
  duration: 3_600,
  refusal: 'You have begun much, or sent many mails, within an hour. Try again later.',
};
