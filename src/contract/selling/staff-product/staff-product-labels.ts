// Words about products as the staff keep them. Free of the validator.

/**
 * Why something is not done with a product. `of_a_shop`: its shop changes it by itself; `product_state`: as it stands now it cannot be done;
 * `product_refused`: an import would refuse it too; `product_changed`: somebody else has changed it since; `product_sold`: orders know it;
 * `sale_state`: another sale is planned for that time, or this one is over.
 */
export const ownProductRefusals = [
  'unknown',
  'of_a_shop',
  'product_state',
  'product_refused',
  'product_changed',
  'product_exists',
  'product_sold',
  'sale_state',
] as const;
export type OwnProductRefusal = (typeof ownProductRefusals)[number];

/** Length of the reason for which stock is changed, in characters. */
export const stockReasonMaximum = 300;

/** Size of a product with all its texts, as it is sent to be saved. */
export const staffProductMaximumBytes = 512 * 1024;
