// Sentences about commission and payout holds, as sellers and the staff see them. Free of the validator.

/** '8.5 % and $0.30', '8 %', '$1.00'. */
export function commissionText({ percent, fixed }: { percent: number; fixed: number }): string {
  const parts = [
    ...(percent > 0 || fixed === 0 ? [`${percent} %`] : []),
    ...(fixed > 0 ? [`$${fixed.toFixed(2)}`] : []),
  ];
  return parts.join(' and ');
}

/** 'Everybody, 8 % and $0.30'; the amounts once where the rule is named after them. */
export function namedCommissionText(name: string, fee: { percent: number; fixed: number }): string {
  const text = commissionText(fee);
  return name.includes(text) ? name : `${name}, ${text}`;
}

/** '14 days', '36 hours', 'at once'. */
export function holdingText(hours: number): string {
  if (hours === 0) return 'at once';
  const [number, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
