import { t } from '#language/message.ts';

const steps = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** '2 days', '7 hours', 'just now': since when something waits. */
export function waitingTime(since: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(since)) / 60_000);
  for (const [unit, length] of steps) {
    const count = Math.floor(minutes / length);
    if (count > 0) return count === 1 ? `1 ${unit}` : t('{count} {unit}s', { count, unit });
  }
  return t('just now');
}
