/** Whom passkeys belong to: the host of the shop's address. */
export function relyingParty(origin: string): { id: string; origin: string } {
  const url = new URL(origin);
  return { id: url.hostname, origin: url.origin };
}

/** ES256 and RS256 as COSE numbers them: every authenticator has one of the two. */
export const signatureAlgorithms = [-7, -257];
