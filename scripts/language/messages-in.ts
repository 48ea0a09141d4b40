import { isNode, type Node, syntaxTree, visitTree } from './syntax-tree.ts';

/** A message in a source: `t` and `rich` write it, `msg` names it. */
export type Found = {
  call: 't' | 'msg' | 'rich';
  /** Null where a message is written that has its words elsewhere: `t(labels[kind])`. */
  message: string | null;
  /** The first argument of the call. */
  first: Node | null;
  start: number;
  end: number;
  /** The second argument of the call, or null. */
  values: Node | null;
  isOutsideFunctions: boolean;
};

const modules = /(?:^|\/)(?:message|rich)\.ts$/;
const calls = new Set(['t', 'msg', 'rich']);
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Messages of a source in the order of their places, inner ones behind those that they stand in. */
export function messagesIn(file: string, code: string): Found[] {
  if (!/\b(?:t|msg|rich)\(/.test(code)) return [];
  const program = syntaxTree(file, code);
  const names = importedCalls(program);
  if (names.size === 0) return [];
  const found: Found[] = [];
  visitTree(program, (node, parents) => {
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : null;
    const call = callee?.type === 'Identifier' ? names.get(callee.name as string) : undefined;
    if (!call) return;
    const [first = null, second = null] = node.arguments as Node[];
    found.push({
      call,
      first,
      message: first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null,
      start: node.start,
      end: node.end,
      values: second,
      isOutsideFunctions: !parents.some(({ type }) => functions.has(type)),
    });
  });
  return found;
}

/** The calls by the names that a source has for them. */
function importedCalls(program: Node): Map<string, Found['call']> {
  const names = new Map<string, Found['call']>();
  visitTree(program, (node, parents) => {
    const source = parents.at(-1)?.source;
    if (node.type !== 'ImportSpecifier' || !isNode(source) || !modules.test(String(source.value))) return;
    const name = (node.imported as Node).name as Found['call'];
    if (calls.has(name)) names.set((node.local as Node).name as string, name);
  });
  return names;
}
