import { t } from '#language/message.ts';

const LOOKED_AT_MS = 5_000;
const LEAST_MS = 500;

/** How fast bytes come in, of the last seconds. `now` in milliseconds. */
export function createRate(now: () => number) {
  let seen: Array<{ at: number; bytes: number }> = [];
  return {
    /** Takes all bytes so far; answers bytes in a second, or null while too little was seen. */
    note(bytes: number): number | null {
      const at = now();
      seen = [...seen.filter((one) => one.at >= at - LOOKED_AT_MS && one.bytes <= bytes), { at, bytes }];
      const [first] = seen;
      if (!first || at - first.at < LEAST_MS) return null;
      return ((bytes - first.bytes) * 1_000) / (at - first.at);
    },
  };
}

/** '2 min left', '40 s left', '3 h left'; '' where it is not known or nothing comes. */
export function leftText(bytes: number, rate: number | null): string {
  if (!rate) return '';
  const seconds = Math.ceil(bytes / rate);
  if (seconds < 60) return t('{value} s left', { value: Math.max(1, seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return t('{minutes} min left', { minutes });
  const hours = Math.round(minutes / 60);
  return hours < 100 ? t('{hours} h left', { hours }) : t('{value} days left', { value: Math.round(hours / 24) });
}
