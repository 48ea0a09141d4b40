// Fields that the columns of a file hold, as somebody says it or as their names do.
import { fileFields, requiredFileFields } from '../../schema/product-columns.rules.ts';

export type Columns = Record<string, string | null>;

const fields: readonly string[] = fileFields;

/** By their names: `product_name`, `Product Name` and `product-name` are the same. A field is held once. */
export function columnsByName(names: readonly string[]): Columns {
  const taken = new Set<string>();
  return Object.fromEntries(
    names.map((name) => {
      const plain = name
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_');
      const field = fields.includes(plain) && !taken.has(plain) ? plain : null;
      if (field) taken.add(field);
      return [name, field];
    }),
  );
}

/** Fault of the columns, in a sentence; null: none. `names`: the columns that the file has. */
export function columnsFault(columns: Columns, names: readonly string[]): string | null {
  const unknown = Object.keys(columns).find((name) => !names.includes(name));
  if (unknown !== undefined) return `The file has no column ${JSON.stringify(unknown)}.`;
  const held = names.flatMap((name) => columns[name] ?? []);
  const other = held.find((field) => !fields.includes(field));
  if (other !== undefined) return `There is no field ${JSON.stringify(other)}.`;
  const twice = held.find((field, at) => held.indexOf(field) < at);
  if (twice) return `${twice} is held by two columns: choose one of them.`;
  const missing = requiredFileFields.filter((field) => !held.includes(field));
  return missing.length === 0
    ? null
    : `Say which ${missing.length === 1 ? 'column holds' : 'columns hold'} ${missing.join(', ')}.`;
}

export const importFields = fields.map((name) => ({
  name,
  is_required: (requiredFileFields as readonly string[]).includes(name),
}));
