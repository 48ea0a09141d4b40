const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** '3 hours', '29 minutes', '1 minute': as card-page.js goes on counting it down. */
export function remainingTime(seconds: number): string {
  const [count, unit] = seconds >= 2 * HOUR ? [Math.floor(seconds / HOUR), 'hour'] : [minutes(seconds), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The last one is told until it is over. */
function minutes(seconds: number): number {
  return Math.max(1, Math.floor(seconds / MINUTE));
}
