// Attributes that products of a category are compared and filtered by. Adding an attribute takes a row of this table and nothing else:
// what imports accept, filters, the table view, the comparison and the search read it from here.
import type { ProductType } from './product.ts';

/**
 * `text` and `texts`: a word, or several. `number` and `numbers`: one that is measured in `unit`, or several. `yes_no`: true or
 * false. `date`: '2024', '2024-06' or '2024-06-30'.
 */
export type AttributeKind = 'text' | 'texts' | 'number' | 'numbers' | 'yes_no' | 'date';
export type AttributeValue = string | string[] | number | number[] | boolean;
export type AttributeValues = Record<string, AttributeValue>;

export type Attribute = {
  /** In addresses, files and answers. */
  name: string;
  /** As people read it. */
  label: string;
  kind: AttributeKind;
  /** Behind a number: 'GB'; 'bytes' are shown as kB, MB, GB or TB. */
  unit?: string;
  /** Choose among values, give a least and a greatest one, or tick it. */
  filter: 'choices' | 'range' | 'tick';
  /** Values of a range that are often the least one wanted. */
  presets?: readonly number[];
  /** Its values are places: a region finds what is within it, and a filter shows them in groups. */
  isPlace?: true;
  /** Which end a buyer wants, where that is beyond dispute. */
  better?: 'more' | 'less';
};

export const productAttributes = {
  computing: [
    { name: 'gpu_model', label: 'GPU', kind: 'text', filter: 'choices' },
    {
      name: 'gpu_memory',
      label: 'GPU memory',
      kind: 'number',
      unit: 'GB',
      filter: 'range',
      presets: [16, 24, 48, 80, 141],
      better: 'more',
    },
    { name: 'gpu_count', label: 'GPUs in one machine', kind: 'numbers', filter: 'choices' },
    { name: 'form_factor', label: 'Form factor', kind: 'text', filter: 'choices' },
    { name: 'region', label: 'Region', kind: 'texts', filter: 'choices', isPlace: true },
    { name: 'billing_unit', label: 'Billed by the', kind: 'text', filter: 'choices' },
    {
      name: 'minimum_rental',
      label: 'Shortest rental',
      kind: 'number',
      unit: 'hours',
      filter: 'range',
      better: 'less',
    },
    { name: 'maximum_rental', label: 'Longest rental', kind: 'number', unit: 'hours', filter: 'range' },
    { name: 'interruptible', label: 'Can be interrupted', kind: 'yes_no', filter: 'tick' },
  ],
  data: [
    { name: 'format', label: 'Format', kind: 'texts', filter: 'choices' },
    { name: 'rows', label: 'Rows', kind: 'number', filter: 'range', better: 'more' },
    { name: 'size', label: 'Size', kind: 'number', unit: 'bytes', filter: 'range' },
    { name: 'language', label: 'Language', kind: 'texts', filter: 'choices' },
    { name: 'personal_data', label: 'Personal data', kind: 'yes_no', filter: 'tick' },
    { name: 'collected_from', label: 'Collected from', kind: 'date', filter: 'range' },
    { name: 'collected_to', label: 'Collected to', kind: 'date', filter: 'range' },
  ],
  algorithm: [
    { name: 'task', label: 'Task', kind: 'texts', filter: 'choices' },
    { name: 'framework', label: 'Framework', kind: 'texts', filter: 'choices' },
    { name: 'parameters', label: 'Parameters', kind: 'number', filter: 'range' },
    { name: 'precision', label: 'Precision of weights', kind: 'texts', filter: 'choices' },
  ],
  solutions: [
    { name: 'deployment', label: 'Deployment', kind: 'texts', filter: 'choices' },
    { name: 'support', label: 'Support', kind: 'texts', filter: 'choices' },
  ],
} as const satisfies Record<ProductType, readonly Attribute[]>;

export function attributesOf(type: ProductType): readonly Attribute[] {
  return productAttributes[type];
}

export function findAttribute(type: ProductType, name: string): Attribute | null {
  return attributesOf(type).find((attribute) => attribute.name === name) ?? null;
}
