import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { argumentNames, parseMessage } from '../../src/language/parse-message.ts';
import { compileMessage, helpers } from './compile-message.ts';
import { type Found, messagesIn } from './messages-in.ts';

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
      filter: { id: /\/src\/.*\.tsx?$/, code: /\b(?:t|msg|rich)\(/ },
      handler(code, id) {
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
  let ends = new Map<number, number>();
  for (const one of found.toReversed()) {
    const moved = [...ends].reduce((sum, [place, by]) => sum + (place > one.start && place < one.end ? by : 0), 0);
    const end = one.end + moved;
    const call = written.slice(one.start, end);
    const text = compileCall(one, call, code, translated(one.message ?? ''), language, moved);
    written = written.slice(0, one.start) + text + written.slice(end);
    // Inner ones are part of this one now.
    ends = new Map([...ends].filter(([place]) => place > one.end));
    ends.set(one.start, text.length - (one.end - one.start));
  }
  const used = Object.entries(helpers).filter(([, name]) => written.includes(`${name}(`));
  if (used.length === 0) return written;
  const names = used.map(([name, local]) => `${name} as ${local}`).join(', ');
  return `import { ${names} } from ${JSON.stringify(choices)};\n${written}`;
}

/** `call` is the code of the call as it stands now; within its values `moved` characters were added. */
function compileCall(
  { call: kind, values, start }: Found,
  call: string,
  code: string,
  message: string,
  language: string,
  moved: number,
): string {
  const tags = kind === 'rich';
  const given = values && call.slice(values.start - start, values.end - start + moved);
  const wrap = (expression: string) => (tags ? `rich(${expression})` : expression);
  if (kind === 'msg') {
    const expression = compileMessage(message, language, (name) => `v.${name}`);
    return argumentNames(parseMessage(message)).length > 0 ? `((v) => ${expression})` : expression;
  }
  if (!given) return wrap(compileMessage(message, language, (name) => name, { tags }));
  const direct = moved === 0 ? directValues(values, code) : null;
  const uses = new Map<string, number>();
  const inPlace = compileMessage(
    message,
    language,
    (name) => {
      uses.set(name, (uses.get(name) ?? 0) + 1);
      return direct?.get(name) ?? '';
    },
    { tags },
  );
  const isName = (name: string) => /^[\w$]+(?:\.[\w$]+)*$/.test(direct?.get(name) ?? '');
  if (direct && [...uses].every(([name, times]) => direct.has(name) && (times === 1 || isName(name))))
    return wrap(inPlace);
  return `((v) => ${wrap(compileMessage(message, language, (name) => `v.${name}`, { tags }))})(${given})`;
}

/** Code of each value, to be written where the message has it. Null where values come from elsewhere. */
function directValues(values: Found['values'], code: string): Map<string, string> | null {
  if (values?.type !== 'ObjectExpression') return null;
  const direct = new Map<string, string>();
  for (const property of values.properties) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') return null;
    const text = code.slice(property.value.start, property.value.end);
    direct.set(property.key.name, /^[\w$.]+$/.test(text) ? text : `(${text})`);
  }
  return direct;
}
