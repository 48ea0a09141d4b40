import { type ESTree, parseSync } from 'vite';

/** A message in a source: `t` and `rich` write it, `msg` names it. */
export type Found = {
  call: 't' | 'msg' | 'rich';
  /** Null where a message is written that has its words elsewhere: `t(labels[kind])`. */
  message: string | null;
  start: number;
  end: number;
  /** The second argument of the call, or null. */
  values: ESTree.Expression | null;
  isOutsideFunctions: boolean;
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const modules = /(?:^|\/)(?:language\/message|ui\/rich|rich|message)\.tsx?$/;
const calls = new Set(['t', 'msg', 'rich']);
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Messages of a source in the order of their places, inner ones after those that they stand in. */
export function messagesIn(file: string, code: string): Found[] {
  if (!/\b(?:t|msg|rich)\(/.test(code)) return [];
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const names = new Map<string, Found['call']>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !modules.test(statement.source.value)) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
      const { name } = specifier.imported;
      if (calls.has(name)) names.set(specifier.local.name, name as Found['call']);
    }
  }
  const found: Found[] = [];
  if (names.size > 0) walk(program as unknown as Node, false);
  return found;

  function walk(node: Node, isInside: boolean): void {
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : null;
    const call = callee?.type === 'Identifier' ? names.get(callee.name as string) : undefined;
    if (call) {
      const [first, second] = node.arguments as Node[];
      found.push({
        call,
        message: first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null,
        start: node.start,
        end: node.end,
        values: (second as ESTree.Expression | undefined) ?? null,
        isOutsideFunctions: !isInside,
      });
    }
    const within = isInside || functions.has(node.type);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) for (const one of value) if (isNode(one)) walk(one, within);
      if (isNode(value)) walk(value, within);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
