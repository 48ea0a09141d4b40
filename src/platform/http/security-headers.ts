/**
 * On every answer of the shop. Pages add a Content-Security-Policy, which also says who may frame them. Each header is
 * a measurable part of sending a cached page, so none of them only repeats what browsers do anyway (Referrer-Policy), or
 * what the policy rules out already (Permissions-Policy and X-Frame-Options: no page has or is a frame).
 */
export const securityHeaders: Record<string, string> = { 'x-content-type-options': 'nosniff' };

/**
 * On pages of a shop that visitors reach by https: its name is asked for by https alone from then on. Other names below it
 * are the operator's to speak for.
 */
export function transportSecurity(origin: string): Record<string, string> {
  return origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

/**
 * The same for pages that no other site has a reason to keep a hold of: one that opens them in a window gets none. Browsers
 * heed it over https only.
 */
export function isolatedPage(origin: string): Record<string, string> {
  return origin.startsWith('https:')
    ? { ...transportSecurity(origin), 'cross-origin-opener-policy': 'same-origin' }
    : {};
}
