import { parseSync } from 'vite';

/** A node of a source's tree; what else it has depends on its type. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Reads a source of TypeScript or JavaScript, with JSX where its name says so. Throws a SyntaxError on what is none. */
export function syntaxTree(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  return program as unknown as Node;
}

/** Visits a node and all within it, in the order of the source; `parents` are those around it, the nearest at last. */
export function visitTree(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  visit(node, parents);
  const around = [...parents, node];
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visitTree(one, visit, around);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
