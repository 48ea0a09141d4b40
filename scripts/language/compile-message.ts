import { type Part, parseMessage } from '../../src/language/parse-message.ts';

/** Names by which compiled code calls what counts and writes numbers (src/language/choices.ts). */
export const helpers = { numberIn: '__numberIn', pluralIn: '__pluralIn' };

type Choice = Extract<Part, { options: unknown }>;

/** Languages that say one thing of 1 and another of every other number, and those that say the same of all. */
const simplePlurals: Record<string, string[]> = { en: ['one', 'other'], de: ['one', 'other'], zh: ['other'] };

/**
 * JavaScript that writes a message in `language`: an expression of a string, or with `tags` one of a list of its parts.
 * `expressionOf` gives the expression of a value by its name.
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
    if (part.kind !== 'tag') return `${helpers.numberIn}(${JSON.stringify(language)}, ${given})`;
    const isWords = part.parts.every((one) => typeof one === 'string');
    return `(${given})(${isWords ? text(part.parts) : `rich(${list(part.parts)})`})`;
  }

  /** One option after the other, `other` at last. */
  function choice({ kind, name, options }: Choice, write: (some: Part[]) => string): string {
    const { other = [], ...named } = options;
    const given = expressionOf(name);
    const names = Object.keys(options);
    const chain = (condition: (option: string) => string) =>
      Object.entries(named)
        .map(([option, some]) => `${condition(option)} ? ${write(some)} : `)
        .join('') + write(other);
    if (kind === 'select') return chain((option) => `${given} === ${JSON.stringify(option)}`);
    const isSimple = names.every((option) => option.startsWith('=') || simplePlurals[language]?.includes(option));
    if (kind === 'plural' && isSimple)
      return chain((option) => `${given} === ${option === 'one' ? 1 : option.slice(1)}`);
    const isOrdinal = kind === 'ordinal' ? ', true' : '';
    const call = `${helpers.pluralIn}(${JSON.stringify(language)}, ${given}, ${JSON.stringify(names)}${isOrdinal})`;
    return `((option) => ${chain((option) => `option === ${JSON.stringify(option)}`)})(${call})`;
  }
}
