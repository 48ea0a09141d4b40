// How long a link to the onboarding is good for: minutes until it is opened, and then as long as somebody fills in a page.
const MINUTE_MS = 60_000;
const MINUTES_UNOPENED = 10;
const MINUTES_OPEN = 60;

export function linkExpiry(created: Date): Date {
  return new Date(created.getTime() + MINUTES_UNOPENED * MINUTE_MS);
}

export function linkState(
  { used_at, opened_at, expires_at }: { used_at: Date | null; opened_at: Date | null; expires_at: Date },
  now: Date,
): 'open' | 'used' | 'expired' {
  if (used_at) return 'used';
  const ends = opened_at ? new Date(opened_at.getTime() + MINUTES_OPEN * MINUTE_MS) : expires_at;
  return now >= ends ? 'expired' : 'open';
}
