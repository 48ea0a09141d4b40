// Amounts as people write them into specifications: '410 million', '6.8 GB', '24.0'. What is no amount is null.

const factors: Record<string, number> = {
  '': 1,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const bytes: Record<string, number> = {
  byte: 1,
  bytes: 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  pb: 1e15,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
  pib: 2 ** 50,
};
const approximately = '(?:about|around|approx\\.?|~|≈)?\\s*';
const number = '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
const countText = new RegExp(
  `^${approximately}${number}(?:\\s*(k|thousand|m|million|bn?|billion))?(?:\\s+[a-z]+)?$`,
  'i',
);
const bytesText = new RegExp(`^${approximately}${number}\\s*([kmgtp]?i?b|bytes?)$`, 'i');
const memoryText = new RegExp(`^${number}\\s*(?:gi?b)?(?:\\s|$)`, 'i');
const LONGEST = 60;

/** How many: '120,000', '1.2 million rows', '25k'. '120.000' may be either of two numbers, and is none. */
export function readCount(text: string, unit = 1): number | null {
  const found = text.length <= LONGEST ? countText.exec(text) : null;
  if (!found) return null;
  const [, digits = '', word = ''] = found;
  const isPlain = word === '' && unit === 1;
  const count = toNumber(digits) * (factors[word.toLowerCase()] ?? 1) * unit;
  if (isPlain && digits.includes('.') && !/\.0$/.test(digits)) return null;
  return count > 0 ? Math.round(count) : null;
}

/** '6.8 GB' in bytes. */
export function readBytes(text: string): number | null {
  const [, digits = '', unit = ''] = (text.length <= LONGEST && bytesText.exec(text)) || [];
  const size = Math.round(toNumber(digits) * (bytes[unit.toLowerCase()] ?? 0));
  return size > 0 ? size : null;
}

/** The memory of a GPU in GB, of '80 GB HBM3', '24.0' or '16 GiB': what is sold as a GB is a GiB in any case. */
export function readMemory(text: string): number | null {
  const [, digits = ''] = (text.length <= LONGEST && memoryText.exec(text)) || [];
  const memory = toNumber(digits);
  return memory > 0 ? memory : null;
}

function toNumber(digits: string): number {
  return digits === '' ? 0 : Number(digits.replaceAll(',', ''));
}
