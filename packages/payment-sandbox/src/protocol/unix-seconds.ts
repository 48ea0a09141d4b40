/** Whole seconds since 1970, as the provider writes every time. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
