import type { SellerState } from '#contract/selling/seller.ts';
import { sellerStateChoices } from '#contract/selling/seller-list.ts';
import { Lamp } from '#ui/lamp.tsx';

/** What becomes of a seller, as a shape and a word. */
export function StateLamp({ state }: { state: SellerState }) {
  const { label, lamp } = sellerStateChoices[state];
  return <Lamp state={lamp}>{label}</Lamp>;
}
