/** In US cents. There is no way yet to pay anything into a wallet. */
export const balanceCents = 0;
