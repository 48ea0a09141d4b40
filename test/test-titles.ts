// The titles of the tests that a source declares, read from its syntax: comments and other texts are none.
import { type CallExpression, type Expression, type Property, parseSync } from '@swc/core';

/** A test, a group of tests, or the whole file. */
type Declared = { title: string; isGroup: boolean; isRun: boolean };

/** Names that may stand between `test` and its title. Anything else, such as `test.step`, declares no test. */
const ways = /^(describe|each|for|only|concurrent|sequential|serial|parallel|skip|skipIf|runIf|todo|fixme|fails?)$/;
/** Names of tests that are not run, or not everywhere, or are meant to fail. They prove nothing. */
const notAlwaysRun = /^(skip|skipIf|runIf|todo|fixme|fails?)$/;

/**
 * The full titles of the tests that run whatever the circumstances, each behind the titles of the groups around it. What
 * a template fills in is left out.
 */
export function titlesOfTests(source: string, { tsx = false } = {}): string[] {
  const file: Declared = { title: '', isGroup: true, isRun: true };
  const found: Declared[][] = [];
  visit(parseSync(source, { syntax: 'typescript', tsx }), [file]);
  return found
    .filter((declared) => declared.every(({ isRun }) => isRun))
    .map((declared) =>
      declared
        .map(({ title }) => title)
        .filter(Boolean)
        .join(' '),
    );

  /** Looks at every part of the syntax tree, whatever it is. */
  function visit(part: unknown, around: Declared[]): void {
    if (typeof part !== 'object' || part === null) return;
    const declared = isCall(part) ? declaredBy(part) : null;
    const innermost = around.at(-1);
    if (!declared && innermost && isCall(part) && skipsWhatIsAround(part)) innermost.isRun = false;
    const now = declared ? [...around, declared] : around;
    if (declared && !declared.isGroup) found.push(now);
    for (const inner of Object.values(part)) visit(inner, now);
  }
}

/** `test('title', ...)`, also of `test.each(...)('title', ...)` and the like; null for everything else. */
function declaredBy(call: CallExpression): Declared | null {
  const [first = '', ...words] = wordsOf(call.callee);
  if (!/^(test|it|describe)$/.test(first) || !words.every((word) => ways.test(word))) return null;
  const [titleGiven, ...others] = call.arguments.map(({ expression }) => expression);
  const title = titleGiven ? textOf(titleGiven) : null;
  // Without a function it is only announced.
  if (title === null || !others.some(({ type }) => /Function|^Identifier$/.test(type))) return null;
  return {
    title,
    isGroup: first === 'describe' || words.includes('describe'),
    isRun: !words.some((word) => notAlwaysRun.test(word)) && !others.some(switchesOff),
  };
}

/** `{ skip: true }` between title and function. */
function switchesOff(options: Expression): boolean {
  const properties = options.type === 'ObjectExpression' ? (options.properties as Property[]) : [];
  return properties.some(
    (property) =>
      property.type === 'KeyValueProperty' &&
      property.key.type === 'Identifier' &&
      notAlwaysRun.test(property.key.value),
  );
}

/** `test.skip(isWindows, 'why')` in a file, a group or a test, and `context.skip()`. */
function skipsWhatIsAround(call: CallExpression): boolean {
  return /^(test|it|describe|context|testInfo)\.(skip|fixme|fail)$/.test(wordsOf(call.callee).join('.'));
}

/** The words of what is called: `test`, `each` for `test.each(rows)('title', ...)`. */
function wordsOf(called: CallExpression['callee']): string[] {
  switch (called.type) {
    case 'Identifier':
      return [called.value];
    case 'MemberExpression':
      return [...wordsOf(called.object), called.property.type === 'Identifier' ? called.property.value : '?'];
    case 'CallExpression':
      return wordsOf(called.callee);
    case 'TaggedTemplateExpression':
      return wordsOf(called.tag);
    default:
      return [];
  }
}

function textOf(expression: Expression): string | null {
  if (expression.type === 'StringLiteral') return expression.value;
  // The type names two kinds of templates; one that is an expression has parts.
  if (expression.type === 'TemplateLiteral' && 'quasis' in expression)
    return expression.quasis.map(({ cooked = '' }) => cooked).join('...');
  return null;
}

function isCall(part: object): part is CallExpression {
  return 'type' in part && part.type === 'CallExpression';
}
