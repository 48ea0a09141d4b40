// A typed attribute as people read it.
import type { Attribute, AttributeValue } from './product-attributes.ts';

const bytesOf = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;
/** With one digit behind the point, from 999.95 of a unit on. */
const ROUNDS_UP = 0.99995;

/** '80 GB', '1 hour', '1.5 TB', 'Oregon, Norway', 'yes', '2024-06'. */
export function attributeText(attribute: Attribute, value: AttributeValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value, attribute.unit);
  if (typeof value === 'string') return value;
  return value.map((each) => (typeof each === 'number' ? numberText(each, attribute.unit) : each)).join(', ');
}

function numberText(value: number, unit: string | undefined): string {
  if (unit === 'bytes') return formatBytes(value);
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  if (!unit) return number;
  return `${number} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

/** '1 byte', '512 bytes', '1.5 TB'. What rounds to a thousand of a unit is one of the next. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const [unit, size] = bytesOf.find(([, least]) => bytes >= least * ROUNDS_UP) ?? ['bytes', 1];
  return `${(bytes / size).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
