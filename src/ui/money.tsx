type MoneyProps = {
  /** As the contract writes amounts. */
  text: string;
  /** Zero is grey. */
  isZero?: boolean;
  className?: string;
};

/** How an amount of money looks: figures of one width, never broken over lines. */
export function Money({ text, isZero = false, className = '' }: MoneyProps) {
  return <span className={`num whitespace-nowrap ${isZero ? 'text-ink-3' : ''} ${className}`}>{text}</span>;
}
