/** Where webhooks may go to. `isTrial`: nobody but the one who tries the shop out reaches it, and what it calls may be beside it. */
export type AddressRules = { isTrial: boolean; origin: string };

const LOWEST_FREE_PORT = 1024;
/** Most characters of the name of a machine (RFC 1035). */
const LONGEST_NAME = 253;

/** Why events cannot be sent there, as far as the address itself says; null: they can. Where its name leads is asked when something is sent. */
export function refusalOfAddress(text: string, { isTrial, origin }: AddressRules): string | null {
  if (!URL.canParse(text)) return 'That is not an address. One looks like https://example.com/webhooks.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(isTrial && url.protocol === 'http:'))
    return 'The address must begin with https://: what is sent is for nobody else to read.';
  if (url.username || url.password) return 'The address must hold no name and no password. Signatures say who calls.';
  if (nameOf(url).length > LONGEST_NAME)
    return `The address names a machine in more than ${LONGEST_NAME} characters: no name is that long.`;
  const port = Number(url.port || 443);
  if (!isTrial && port !== 443 && port < LOWEST_FREE_PORT)
    return `The address must have the port 443, or one from ${LOWEST_FREE_PORT} on.`;
  const shop = new URL(origin);
  const isShop = isTrial ? nameOf(url) === nameOf(shop) && url.port === shop.port : nameOf(url) === nameOf(shop);
  return isShop ? 'This is an address of this shop itself: name one of a machine of yours.' : null;
}

/** A name with a dot at its end is the same one. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}
