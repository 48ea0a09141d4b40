// Content of the columns of a Parquet file, by its schema.
import type { FileMetaData, SchemaElement } from 'hyparquet';
import type { Column, ColumnType } from '#contract/goods/file-format.ts';

type Node = { element: SchemaElement; children: Node[] };

const DEEPEST = 32;

/** A column as people see it, with its part of the schema: `leaves` of the chunks of a group are its own, from `firstLeaf` on. */
export type ParquetColumn = { column: Column; elements: SchemaElement[]; firstLeaf: number; leaves: number };

/** Columns as people see them: those at the top of the schema. Throws for a schema that is no tree. */
export function parquetColumns({ schema }: Pick<FileMetaData, 'schema'>): ParquetColumn[] {
  let index = 0;
  function take(depth: number): Node {
    const element = schema[index++];
    if (!element || depth > DEEPEST) throw new Error('The schema is no tree.');
    const count = element.num_children ?? 0;
    if (count < 0 || count > schema.length) throw new Error('The schema is no tree.');
    return { element, children: Array.from({ length: count }, () => take(depth + 1)) };
  }
  const root = take(0);
  let first = 1;
  let firstLeaf = 0;
  return root.children.map((node) => {
    const elements = schema.slice(first, first + sizeOf(node));
    const own = { column: columnOf(node), elements, firstLeaf, leaves: elements.filter(isLeaf).length };
    first += elements.length;
    firstLeaf += own.leaves;
    return own;
  });
}

const isLeaf = (element: SchemaElement) => !element.num_children;

function sizeOf({ children }: Node): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

function columnOf(node: Node): Column {
  const { element, children } = node;
  const name = element.name ?? '';
  if (element.repetition_type === 'REPEATED') return { name, type: 'list', items: typeOf(node) };
  if (isList(element)) {
    const [repeated] = children;
    // A list has a group that repeats, and what is repeated in it; older writers repeat the thing itself.
    const item = repeated?.children.length === 1 ? repeated.children[0] : repeated;
    return { name, type: 'list', ...(item && { items: typeOf(item) }) };
  }
  return { name, type: typeOf(node) };
}

const isList = (element: SchemaElement) => element.converted_type === 'LIST' || element.logical_type?.type === 'LIST';

function typeOf({ element, children }: Node): ColumnType {
  if (isList(element)) return 'list';
  if (children.length > 0) return 'object';
  const { type, converted_type: converted, logical_type: logical } = element;
  if (logical?.type === 'NULL') return 'unknown';
  if (logical?.type === 'TIMESTAMP' || converted?.startsWith('TIMESTAMP') || type === 'INT96') return 'datetime';
  if (logical?.type === 'DATE' || converted === 'DATE') return 'date';
  if (logical?.type === 'TIME' || converted?.startsWith('TIME_') || converted === 'INTERVAL') return 'text';
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL' || logical?.type === 'FLOAT16') return 'number';
  if (logical?.type === 'JSON' || converted === 'JSON') return 'object';
  switch (type) {
    case 'BOOLEAN':
      return 'boolean';
    case 'INT32':
    case 'INT64':
      return 'integer';
    case 'FLOAT':
    case 'DOUBLE':
      return 'number';
    default:
      return isText(element) ? 'text' : 'binary';
  }
}

function isText({ logical_type: logical, converted_type: converted }: SchemaElement): boolean {
  return (
    converted === 'UTF8' ||
    converted === 'ENUM' ||
    logical?.type === 'STRING' ||
    logical?.type === 'ENUM' ||
    logical?.type === 'UUID'
  );
}
