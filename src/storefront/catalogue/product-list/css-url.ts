/** An address as CSS `url("...")`. Sellers write image addresses, so nothing in one may end the string. */
export function cssUrl(address: string): string {
  return `url("${address.replace(/["\\()\s<>]/g, (sign) => encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'))}")`;
}
