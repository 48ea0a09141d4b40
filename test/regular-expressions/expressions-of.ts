// The regular expressions of a source, read from its syntax: literals, and what `RegExp` is given where it stands in the same file.
import { type Module, type Node, parseSync } from '@swc/core';

/** `source` is null where it is put together of what the file does not say. */
export type Expression = { source: string | null; flags: string };

/** Constants of a file, as far as they can be read without running it: texts, numbers, expressions. */
type Known = Map<string, Node>;

/** Those of a TypeScript source, in the order in which they stand there. */
export function expressionsOf(text: string, { tsx = false } = {}): Expression[] {
  const file = parseSync(text, { syntax: 'typescript', tsx });
  const known = constantsOf(file);
  const found: Expression[] = [];
  visit(file);
  return found;

  function visit(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    const read = isNode(part) ? readExpression(part, known) : null;
    if (read) found.push(read);
    for (const inner of Object.values(part)) visit(inner);
  }
}

function readExpression(node: Node, known: Known): Expression | null {
  if (node.type === 'RegExpLiteral') {
    const { pattern, flags } = node as Node & { pattern: string; flags: string };
    return { source: pattern, flags };
  }
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return null;
  const { callee, arguments: given } = node as Node & { callee: Node; arguments?: Array<{ expression: Node }> };
  if (nameOf(callee) !== 'RegExp') return null;
  const [source, flags] = (given ?? []).map(({ expression }) => expression);
  // One that is copied stands elsewhere, and is judged there.
  if (source?.type === 'RegExpLiteral') return null;
  return {
    source: source ? textOf(source, known) : '',
    flags: flags ? (textOf(flags, known) ?? '') : '',
  };
}

/** Constants of the whole file, by name. */
function constantsOf({ body }: Module): Known {
  const known: Known = new Map();
  for (const item of body) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (declared.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations) if (id.type === 'Identifier' && init) known.set(id.value, init);
  }
  return known;
}

function textOf(node: Node, known: Known): string | null {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
      return String((node as Node & { value: string | number }).value);
    case 'Identifier': {
      const constant = known.get(nameOf(node) ?? '');
      return constant ? textOf(constant, known) : null;
    }
    case 'MemberExpression': {
      const { object, property } = node as Node & { object: Node; property: Node };
      const of = known.get(nameOf(object) ?? '');
      return of?.type === 'RegExpLiteral' && nameOf(property) === 'source'
        ? (of as Node & { pattern: string }).pattern
        : null;
    }
    case 'BinaryExpression': {
      const { operator, left, right } = node as Node & { operator: string; left: Node; right: Node };
      const [one, other] = [textOf(left, known), textOf(right, known)];
      if (operator !== '+' || one === null || other === null) return null;
      return isNumber(left, known) && isNumber(right, known) ? String(Number(one) + Number(other)) : one + other;
    }
    case 'TemplateLiteral': {
      const { quasis, expressions } = node as Node & { quasis: Array<{ cooked?: string }>; expressions: Node[] };
      const filled = expressions.map((expression) => textOf(expression, known));
      if (filled.includes(null)) return null;
      return quasis.map(({ cooked = '' }, at) => cooked + (filled[at] ?? '')).join('');
    }
    default:
      return null;
  }
}

function isNumber(node: Node, known: Known): boolean {
  if (node.type !== 'Identifier') return node.type === 'NumericLiteral';
  const constant = known.get(nameOf(node) ?? '');
  return constant !== undefined && isNumber(constant, known);
}

function nameOf(node: Node): string | null {
  return node.type === 'Identifier' ? (node as Node & { value: string }).value : null;
}

function isNode(part: object): part is Node {
  return 'type' in part && typeof part.type === 'string';
}
