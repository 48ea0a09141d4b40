import { localeOf } from '../../src/language/choices.ts';
import { type Part, parseMessage } from '../../src/language/parse-message.ts';

/** Name by which compiled code calls `pluralIn` (src/language/choices.ts). */
export const pluralIn = '__pluralIn';

type Choice = Extract<Part, { options: unknown }>;

/** Languages that say one thing of 1, and another of every other number. */
const simplePlurals: Record<string, string[]> = { en: ['one'], de: ['one'] };

/**
 * JavaScript that writes a message in `language`: an expression of a string, or with `tags` one of a list of its parts.
 * `expressionOf` gives the expression of a value by its name; it is asked each time that the value is evaluated.
 */
export function compileMessage(
  message: string,
  language: string,
  expressionOf: (name: string) => string,
  { tags = false } = {},
): string {
  const parts = parseMessage(message, { tags });
  return tags ? list(parts) : text(parts);

  function text(some: Part[]): string {
    if (some.every((part) => typeof part === 'string')) return JSON.stringify(some.join(''));
    const inner = some.map((part) =>
      typeof part === 'string'
        ? part.replaceAll(/[`\\]|\$\{/g, '\\$&')
        : `\${${'options' in part ? choice(part, text) : value(part)}}`,
    );
    return `\`${inner.join('')}\``;
  }

  function list(some: Part[]): string {
    const inner = some.map((part) => {
      if (typeof part === 'string') return JSON.stringify(part);
      return 'options' in part ? `...(${choice(part, list)})` : value(part);
    });
    return `[${inner.join(', ')}]`;
  }

  function value(part: Exclude<Part, string | Choice>): string {
    const given = expressionOf(part.name);
    if (part.kind === 'argument') return given;
    if (part.kind !== 'tag') return `Number(${given}).toLocaleString(${JSON.stringify(localeOf(language))})`;
    const isWords = part.parts.every((one) => typeof one === 'string');
    return `(${given})(${isWords ? text(part.parts) : `rich(${list(part.parts)})`})`;
  }

  /** One option after the other, numbers first and `other` at last. `given` is written once for each. */
  function choice({ kind, name, options }: Choice, write: (some: Part[]) => string): string {
    const { other = [], ...named } = options;
    const given = expressionOf(name);
    const names = Object.keys(named).toSorted((a, b) => Number(b.startsWith('=')) - Number(a.startsWith('=')));
    const chain = (condition: (option: string) => string) =>
      names.map((option) => `${condition(option)} ? ${write(options[option] ?? [])} : `).join('') + write(other);
    if (kind === 'select') return chain((option) => `String(${given}) === ${JSON.stringify(option)}`);
    const isSimple = names.every((option) => option.startsWith('=') || simplePlurals[language]?.includes(option));
    if (kind === 'plural' && isSimple)
      return chain((option) =>
        option === 'one' ? `Math.abs(${given}) === 1` : `Number(${given}) === ${option.slice(1)}`,
      );
    const isOrdinal = kind === 'ordinal' ? ', true' : '';
    const call = `${pluralIn}(${JSON.stringify(language)}, Number(${given}), ${JSON.stringify([...names, 'other'])}${isOrdinal})`;
    return `((__option) => ${chain((option) => `__option === ${JSON.stringify(option)}`)})(${call})`;
  }
}
