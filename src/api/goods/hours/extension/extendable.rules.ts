import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';

/** Machine of an account that more time may be bought for. */
export type ExtendableMachine = {
  entitlement_id: string;
  product_id: string;
  selected_options: SelectedOption[];
  edition: string;
  seller_id: string | null;
  by: NonNullable<GoodsOfOne['hours']>['by'];
  /** Minutes that were bought for it and not taken back: used ones and those that are left. */
  minutes: number;
  /** False: it is in stock again, or its hours have ended. */
  isTheirs: boolean;
};
