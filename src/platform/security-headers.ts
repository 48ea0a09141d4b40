/**
 * On every answer of the shop. Pages add a Content-Security-Policy, which also says who may frame them. Each header is
 * a measurable part of sending a kept page, so none of them only repeats what browsers do anyway (Referrer-Policy).
 */
export const securityHeaders: Record<string, string> = { 'x-content-type-options': 'nosniff' };
