// How much one account, or of free files one network, may ask for.

/** Lists of addresses a minute: a page asks for one when somebody downloads. */
export const linksPerMinute = 60;
/** Requests for bytes a minute: clients that fetch in parts send many, and a data set may be thousands of small files. */
export const transfersPerMinute = 3_000;
/** Answers that are being sent at once, by one process. Clients that fetch in parts open up to sixteen. */
export const transfersAtOnce = 32;
/** How long a signed address is good. */
export const LINK_MS = 5 * 60_000;
