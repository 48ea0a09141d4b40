// A column of Parquet as its schema has it, with what is in it: structs, lists and maps of values.
import type { SchemaElement } from 'hyparquet';
import { LazyValue, ShownMap, ShownValue } from '../sample.rules.ts';
import { type ValueKind, valueKind, valueText } from './parquet-value.ts';

type Node = {
  name: string;
  /** As the package is told that it is called: names of files may be there twice, or mean something to JavaScript. */
  key: string;
  element: SchemaElement;
  children: Node[];
  kind: ValueKind | null;
};

/** More of a list than is ever shown. */
const LISTED = 500;

const isOf = ({ converted_type: converted, logical_type: logical }: SchemaElement, type: 'LIST' | 'MAP') =>
  converted === type || logical?.type === type;
const isRepeated = ({ element }: Node) => element.repetition_type === 'REPEATED';

/** The tree of a column; `elements` are its part of the schema, the column itself first. */
function treeOf(elements: readonly SchemaElement[]): Node {
  let index = 0;
  function take(): Node {
    const key = `n${index}`;
    const element = elements[index++];
    if (!element) throw new Error('The schema is no tree.');
    const children = Array.from({ length: element.num_children ?? 0 }, take);
    return { name: element.name, key, element, children, kind: children.length > 0 ? null : valueKind(element) };
  }
  return take();
}

/** True if the package puts values of this kind together itself: their parts are as it says, and so are their texts. */
export function isPutTogether(elements: readonly SchemaElement[]): boolean {
  return elements.some(({ logical_type: logical }) => logical?.type === 'VARIANT');
}

/** Item of a list as the package takes it for one; null for older forms, which it gives as they are written. */
function itemOf({ element, children }: Node): Node | null {
  const [repeated] = children;
  if (!isOf(element, 'LIST') || children.length !== 1 || !repeated || !isRepeated(repeated)) return null;
  if (repeated.children.length > 1) return null;
  return repeated.children[0] ?? repeated;
}

/** The keys and values of a map, which repeat. */
function entriesOf({ element, children }: Node): Node | null {
  const [repeated] = children;
  if (!isOf(element, 'MAP') || children.length !== 1 || !repeated || !isRepeated(repeated)) return null;
  return repeated.children.length === 2 ? repeated : null;
}

/**
 * The schema of the column as the package is given it: without what its values mean, so that they come as they are stored. `paths`: of its leaves.
 */
export function rawSchema(elements: readonly SchemaElement[]): { schema: SchemaElement[]; paths: string[][] } {
  const schema: SchemaElement[] = [];
  const paths: string[][] = [];
  const isAssembled = isPutTogether(elements);
  const tree = treeOf(elements);
  function add(node: Node, above: string[]) {
    const { element, children } = node;
    const { converted_type: _converted, logical_type: logical, ...plain } = element;
    const isOwn = isAssembled || logical?.type === 'GEOMETRY' || logical?.type === 'GEOGRAPHY';
    const own = isOwn ? element : { ...plain, ...(itemOf(node) && { converted_type: 'LIST' as const }) };
    const name = isAssembled && node !== tree ? node.name : node.key;
    const path = [...above, name];
    schema.push({ ...own, name });
    if (children.length === 0) paths.push(path);
    for (const child of children) add(child, path);
  }
  add(tree, []);
  return { schema, paths };
}

/** The values of a column of this schema as they are shown, from what the package gives. */
export function createReader(elements: readonly SchemaElement[]): (value: unknown) => unknown {
  if (isPutTogether(elements)) return (value) => value;
  const tree = treeOf(elements);
  return (value) => read(value, tree);
}

function read(value: unknown, node: Node, isOne = false): unknown {
  if (value === null || value === undefined) return null;
  const { kind, children } = node;
  if (isRepeated(node) && !isOne) return listOf(value, node);
  if (children.length === 0) {
    if (!kind) return value;
    const text = valueText(value, kind);
    return kind.kind === 'text' ? text : new ShownValue(text, 'text');
  }
  const item = itemOf(node);
  if (item) return listOf(value, item, true);
  const parts = value as Record<string, unknown>;
  const entries = entriesOf(node);
  if (entries) return mapOf(parts[entries.key], entries);
  const [only] = children;
  // A list in an older form.
  if (isOf(node.element, 'LIST') && only && children.length === 1) return read(parts[only.key], only);
  return new ShownMap(children.map((child) => [child.name, new LazyValue(() => read(parts[child.key], child))]));
}

function listOf(value: unknown, item: Node, isOptional = false): unknown {
  if (!Array.isArray(value)) return isOptional ? null : read(value, item, true);
  return value.slice(0, LISTED).map((one) => new LazyValue(() => read(one, item, true)));
}

function mapOf(value: unknown, { children }: Node): unknown {
  const [key, held] = children;
  if (!Array.isArray(value) || !key || !held) return null;
  return new ShownMap(
    value.slice(0, LISTED).map((one) => {
      const entry = (one ?? {}) as Record<string, unknown>;
      const name = read(entry[key.key], key);
      return [name instanceof ShownValue ? name.text : String(name), new LazyValue(() => read(entry[held.key], held))];
    }),
  );
}
