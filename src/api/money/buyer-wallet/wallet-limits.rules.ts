/** Limit on a buyer's wallet requests: people make few, and each asks the payment provider. */
export const walletWrites = {
  name: 'wallet requests',
  points: 30,
  duration: 10 * 60,
  refusal: 'You have asked much of your wallet within ten minutes. Wait a little, then try again.',
};
