/** In US cents, of whoever has no shop. There is no way yet to pay anything into a wallet of one's own. */
export const balanceCents = 0;
