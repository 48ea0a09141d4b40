/** Steps of an axis that begins at zero: about five, of numbers that are easily read, the last at or above `most`. */
export function chartSteps(most: number, isWhole: boolean): number[] {
  const wanted = Math.max(most, isWhole ? 1 : 0.01) / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const nice = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= wanted * 0.999) ?? wanted;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const count = Math.max(1, Math.ceil((most / step) * 0.999));
  return Array.from({ length: count + 1 }, (_, index) => round(index * step));
}

/** Which of so many columns are named below the chart: at most `most`, the first and the last among them. */
export function namedColumns(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
