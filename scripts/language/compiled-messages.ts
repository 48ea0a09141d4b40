import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { argumentNames, parseMessage } from '../../src/language/parse-message.ts';
import { compileMessage, pluralIn } from './compile-message.ts';
import { type Found, messagesIn } from './messages-in.ts';
import { isNode, type Node } from './syntax-tree.ts';

const choices = fileURLToPath(new URL('../../src/language/choices.ts', import.meta.url));

/**
 * Writes the words of one language into the files of a browser, where the calls stood that name them: a page loads the
 * words of its own screens in its own language, and nothing that looks for them. `translated` gives a message in the
 * language.
 */
export function compiledMessages(language: string, translated: (message: string) => string): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'post',
    // Behind what reads TypeScript and JSX: there the calls are, and nothing has been bundled yet.
    transform: {
      filter: { id: /\.tsx?$/, code: /\b(?:t|msg|rich)\(/ },
      handler(code, id) {
        if (!id.includes('/src/')) return null;
        const compiled = compileMessages(code, `${id.replace(/\?.*/, '')}.js`, language, translated);
        return compiled === code ? null : { code: compiled, map: null };
      },
    },
    resolveId: {
      // Before Vite itself resolves it.
      order: 'pre',
      filter: { id: /\/(?:message|rich)\.ts$/ },
      async handler(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        const isOurs = found && /\/src\/(?:language\/message|ui\/rich)\.ts$/.test(found.id);
        return isOurs ? found.id.replace(/\.ts$/, '.browser.ts') : found;
      },
    },
  };
}

/** JavaScript with the words of its messages in place of their names. */
export function compileMessages(
  code: string,
  file: string,
  language: string,
  translated: (message: string) => string,
): string {
  const found = messagesIn(file, code).filter(({ message }) => message !== null);
  if (found.length === 0) return code;
  // An inner message stands behind its outer one: from the end, what an outer one holds is written already.
  let written = code;
  let growths: Array<[place: number, by: number]> = [];
  for (const one of found.toReversed()) {
    const inner = growths.filter(([place]) => place > one.start && place < one.end);
    const grown = inner.reduce((sum, [, by]) => sum + by, 0);
    const end = one.end + grown;
    const call = written.slice(one.start, end);
    const text = compileCall(one, call, inner.length > 0 ? null : code, translated(one.message ?? ''), language, grown);
    written = written.slice(0, one.start) + text + written.slice(end);
    // Inner ones are part of this one now.
    growths = [...growths.filter(([place]) => place > one.end), [one.start, text.length - (one.end - one.start)]];
  }
  if (!written.includes(`${pluralIn}(`)) return written;
  return `import { pluralIn as ${pluralIn} } from ${JSON.stringify(choices)};\n${written}`;
}

/** `call` is the code of the call as it stands now: its values are `grown` characters longer than in the source. `source` is null where another message stands within. */
function compileCall(
  { call: kind, values, start }: Found,
  call: string,
  source: string | null,
  message: string,
  language: string,
  grown: number,
): string {
  const tags = kind === 'rich';
  const given = values && call.slice(values.start - start, values.end - start + grown);
  const wrap = (expression: string) => (tags ? `rich(${expression})` : expression);
  const byName = (name: string) => `v[${JSON.stringify(name)}]`;
  if (kind === 'msg') {
    const expression = compileMessage(message, language, byName);
    return argumentNames(parseMessage(message)).length > 0 ? `((v) => ${expression})` : expression;
  }
  if (!given) return wrap(compileMessage(message, language, (name) => name, { tags }));
  const direct = source === null ? null : directValues(values, source);
  if (direct && isDirect(message, tags, direct))
    return wrap(compileMessage(message, language, (name) => direct.get(name) ?? name, { tags }));
  return `((v) => ${wrap(compileMessage(message, language, byName, { tags }))})(${given})`;
}

/** True if each value may be written where the message has it: a name anywhere, other code once and where nothing is chosen by it. */
function isDirect(message: string, tags: boolean, direct: Map<string, string>): boolean {
  const parts = parseMessage(message, { tags });
  const isName = (name: string) => /^[\w$]+(?:\.[\w$]+)*$/.test(direct.get(name) ?? '');
  const names = argumentNames(parts);
  const isFlat = parts.every((part) => typeof part === 'string' || part.kind === 'argument' || part.kind === 'number');
  const isSaidOnce = parts.filter((part) => typeof part !== 'string').length === names.length;
  return names.every((name) => direct.has(name) && (isName(name) || (isFlat && isSaidOnce)));
}

/** Code of each value, to be written where the message has it. Null where values come from elsewhere. */
function directValues(values: Found['values'], code: string): Map<string, string> | null {
  if (values?.type !== 'ObjectExpression') return null;
  const direct = new Map<string, string>();
  for (const { type, kind, method, computed, key, value } of values.properties as Node[]) {
    if (
      type !== 'Property' ||
      kind !== 'init' ||
      method ||
      computed ||
      !isNode(key) ||
      !isNode(value) ||
      key.type !== 'Identifier'
    )
      return null;
    const text = code.slice(value.start, value.end);
    direct.set(key.name as string, /^[\w$.]+$/.test(text) ? text : `(${text})`);
  }
  return direct;
}
