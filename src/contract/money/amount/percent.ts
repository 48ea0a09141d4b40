/** '19 %', '7.25 %': as exact as it is, without decimals that say nothing. */
export function percentText(percent: number): string {
  return `${percent.toLocaleString('en-US', { maximumFractionDigits: 3 })} %`;
}
