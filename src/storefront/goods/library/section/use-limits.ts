import { useState } from 'react';
import type { MachineLimits } from '#contract/goods/access/hours.schema.ts';
import { type LimitFaults, readLimits, typedLimits } from './limits-text.ts';

/** Limits of a machine as they are typed; `send` reads it, and says what is wrong at its field instead of sending it. */
export function useLimits(before: MachineLimits | null) {
  const [typed, setTyped] = useState(() => typedLimits(before));
  const [faults, setFaults] = useState<LimitFaults>({});

  return {
    fields: {
      typed,
      faults,
      onChange(changed: typeof typed) {
        setTyped(changed);
        setFaults({});
      },
    },
    /** An empty text where a field says what is wrong. */
    async send(change: (limits: MachineLimits) => Promise<string | undefined>): Promise<string | undefined> {
      const read = readLimits(typed);
      if ('limits' in read) return change(read.limits);
      setFaults(read.faults);
      return '';
    },
  };
}
