// Lengths of messages between a buyer and a shop, and of the reason why one of them reports the other, in characters.

export const messageMaximum = 5_000;
export const reportReasonMaximum = 1_000;
