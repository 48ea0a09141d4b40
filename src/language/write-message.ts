import { numberIn, pluralIn } from './choices.ts';
import { type Part, parseMessage } from './parse-message.ts';
import { readingLanguage } from './reading-language.ts';

/** Values of a message by their names. */
type Arguments = Record<string, unknown>;

/** Parts of messages that were read, by the message; those with tags apart. */
const read = { plain: new Map<string, Part[]>(), tagged: new Map<string, Part[]>() };

/**
 * The values and words that a message becomes, in their order. A tag is given what stands within it: words, or what
 * `join` makes of words and values.
 */
export function writeMessage(message: string, values: Arguments, join?: (parts: unknown[]) => unknown): unknown[] {
  const known = join ? read.tagged : read.plain;
  let parts = known.get(message);
  if (!parts) {
    parts = parseMessage(message, { tags: join !== undefined });
    known.set(message, parts);
  }
  // Most are words alone.
  return parts.length === 1 && typeof parts[0] === 'string' ? parts : write(parts, values, join);
}

function write(parts: Part[], values: Arguments, join?: (parts: unknown[]) => unknown): unknown[] {
  const language = readingLanguage();
  return parts.flatMap((part): unknown[] => {
    if (typeof part === 'string') return [part];
    const value = values[part.name];
    switch (part.kind) {
      case 'argument':
        return [value];
      case 'number':
        return [numberIn(language, Number(value))];
      case 'tag': {
        const inside = write(part.parts, values, join);
        const isWords = part.parts.every((each) => typeof each === 'string');
        return [(value as (inside: unknown) => unknown)(isWords ? inside.join('') : join?.(inside))];
      }
      case 'select':
        return write(optionOf(part.options, String(value)), values, join);
      default: {
        const name = pluralIn(language, Number(value), Object.keys(part.options), part.kind === 'ordinal');
        return write(optionOf(part.options, name), values, join);
      }
    }
  });
}

function optionOf(options: Record<string, Part[]>, name: string): Part[] {
  return (Object.hasOwn(options, name) ? options[name] : options.other) ?? [];
}
