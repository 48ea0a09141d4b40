import { argumentNames, parseMessage } from '../../src/language/parse-message.ts';
import { type Found, messagesIn } from './messages-in.ts';
import { isNode, type Node, syntaxTree, visitTree } from './syntax-tree.ts';

/** Attributes of elements and of components whose text somebody reads or hears. */
const readAttributes = new Set(
  `alt aria-description aria-label aria-roledescription aria-valuetext caption closeLabel confirmLabel copyLabel description
  empty fault heading hint label lead lede legend listLabel nothing placeholder submit summary title`.split(/\s+/),
);
/** Elements whose text is for machines, or is typed as it stands. */
const machineElements = new Set(['code', 'kbd', 'pre', 'style', 'script', 'Command']);
/** Expressions that can be a message which has its words elsewhere. */
const namedMessages = new Set(['Identifier', 'MemberExpression', 'CallExpression', 'ChainExpression']);
const word = /\p{L}{2}/u;

/** Faults of the messages of one source, and texts in it that no message has, each as 'LINE: FAULT'. */
export function messageFaults(file: string, code: string): string[] {
  const line = (place: number) => code.slice(0, place).split('\n').length;
  return [...messagesIn(file, code).flatMap(faultsOf), ...bareTexts(file, code)].map(
    ([place, fault]) => `${line(place)}: ${fault}`,
  );
}

type Fault = [place: number, fault: string];

function faultsOf({ call, first, message, values, start, isOutsideFunctions }: Found): Fault[] {
  const faults: Fault[] = [];
  if (isOutsideFunctions && call !== 'msg')
    faults.push([start, `${call}() outside a function is written before anybody reads it: name it by msg()`]);
  if (message === null) {
    const isNamed = call === 't' && first !== null && namedMessages.has(first.type);
    return isNamed
      ? faults
      : [...faults, [start, `${call}() is given no text that stands there: write one in each case`]];
  }
  let names: string[];
  try {
    names = argumentNames(parseMessage(message, { tags: call === 'rich' }));
  } catch (error) {
    return [...faults, [start, `${JSON.stringify(message)} is no message: ${(error as Error).message}`]];
  }
  if (call === 'msg' || (values !== null && values.type !== 'ObjectExpression')) return faults;
  const given = values ? keysOf(values) : [];
  const missing = names.filter((name) => !given.includes(name));
  const unused = given.filter((name) => !names.includes(name));
  if (missing.length > 0) faults.push([start, `${JSON.stringify(message)} is not given ${missing.join(', ')}`]);
  if (unused.length > 0) faults.push([start, `${JSON.stringify(message)} does not say ${unused.join(', ')}`]);
  return faults;
}

function keysOf({ properties }: Node): string[] {
  return (properties as Node[]).flatMap(({ key }) =>
    isNode(key) && key.type === 'Identifier' ? [key.name as string] : [],
  );
}

/** Texts between tags and in attributes that are no message. */
function bareTexts(file: string, code: string): Fault[] {
  if (!file.endsWith('.tsx')) return [];
  const found: Fault[] = [];
  const nameOf = ({ name }: Node) => (isNode(name) ? code.slice(name.start, name.end) : '');
  const report = (place: number, text: string) => {
    if (word.test(text)) found.push([place, `${JSON.stringify(text.trim())} is no message: write it by t()`]);
  };
  visitTree(syntaxTree(file, code), (node, parents) => {
    if (node.type === 'JSXText') {
      const elements = parents.filter(({ type }) => type === 'JSXElement');
      if (elements.some((element) => machineElements.has(nameOf(element.openingElement as Node)))) return;
      report(node.start, String(node.value).replaceAll(/&\w+;/g, ' '));
    }
    if (node.type === 'JSXAttribute' && readAttributes.has(nameOf(node)) && isNode(node.value))
      if (typeof node.value.value === 'string') report(node.value.start, node.value.value);
  });
  return found;
}
