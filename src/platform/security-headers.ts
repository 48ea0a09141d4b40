/**
 * On every answer of the shop. Pages add a Content-Security-Policy, which also says who may frame them. Each header is
 * a measurable part of sending a kept page, so there is none that says what browsers do anyway.
 */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};
