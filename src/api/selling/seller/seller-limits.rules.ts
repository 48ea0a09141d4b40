/** Fields of an application are saved as they are typed. */
export const sellerWrites = { name: 'changes of sellers', points: 120, duration: 60 };

/** Applications that are begun, and mails to addresses that somebody names. */
export const sellerMails = {
  name: 'mails for sellers',
  points: 30,
  duration: 3_600,
  refusal: 'You have begun much, or sent many mails, within an hour. Try again later.',
};

/** To one address, from all shops together: whoever has it may have asked for none of them. */
const toAddress = {
  points: 5,
  duration: 24 * 3_600,
  refusal:
    'Shops have sent this address as many of these mails as they may within a day. Ask whoever has it to look for them, also among their spam, or try again tomorrow.',
};
export const supportMailsTo = { name: 'support mails to an address', ...toAddress };
export const invitationsOf = { name: 'invitations of an address', ...toAddress };

/** To support addresses, of one account that has not been let in with the shop, over all of its applications. */
export const applicantMails = {
  name: 'support mails of applicants',
  points: 10,
  duration: 24 * 3_600,
  refusal:
    'You have sent many of these mails within a day. Try again tomorrow, or enter the address of your account, which needs none.',
};
