/** What one buyer may ask of their wallet: people do so a few times, and each request asks the payment provider. */
export const walletWrites = {
  name: 'wallet requests',
  points: 30,
  duration: 10 * 60,
  refusal: 'You have asked much of your wallet within ten minutes. Wait a little, then try again.',
};
