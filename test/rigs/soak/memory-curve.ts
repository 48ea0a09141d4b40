/** Megabytes by minute of a run. */
export type Sample = { minute: number; megabytes: number };

/**
 * How much memory grows, in megabytes a minute: the slope of the line through the samples (least squares), without the
 * first third, in which caches fill and the compiler works.
 */
export function growthPerMinute(samples: Sample[]): number {
  const settled = samples.slice(Math.floor(samples.length / 3));
  const meanMinute = mean(settled.map(({ minute }) => minute));
  const meanMegabytes = mean(settled.map(({ megabytes }) => megabytes));
  const shared = mean(settled.map(({ minute, megabytes }) => (minute - meanMinute) * (megabytes - meanMegabytes)));
  const spread = mean(settled.map(({ minute }) => (minute - meanMinute) ** 2));
  return shared / spread;
}

/** A line of blocks, lowest to highest, for a terminal. */
export function drawCurve(samples: Sample[], width = 60): string {
  const blocks = '▁▂▃▄▅▆▇█';
  const most = Math.max(...samples.map(({ megabytes }) => megabytes));
  const step = Math.max(1, Math.floor(samples.length / width));
  return samples
    .filter((_, index) => index % step === 0)
    .map(({ megabytes }) => blocks[Math.min(7, Math.floor((megabytes / most) * 8))])
    .join('');
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
