import { atom } from 'nanostores';

/** How many items the cart holds: the sum of the quantities. In memory only; a reload empties it. */
export const itemCount = atom(0);
