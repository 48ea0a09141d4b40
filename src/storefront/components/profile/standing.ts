// How the shop shows a customer's standing. As specified, it is the same for everybody.

export const balanceCents = 0;
export const badges = ['Seller', 'Admin'];
