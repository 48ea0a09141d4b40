/** Sender of a message, as its reader sees it. */
export type Brand = {
  name: string;
  /** The shop's postal address, line by line. */
  address: string[];
  /** Where visitors reach the shop, without a trailing slash. */
  origin: string;
};
