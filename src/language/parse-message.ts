import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A part of a message. A number that a plural counts stands in its options as a part of its own. */
export type Part =
  | string
  | { kind: 'argument'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'plural' | 'ordinal' | 'select'; name: string; options: Record<string, Part[]> }
  | { kind: 'tag'; name: string; parts: Part[] };

/**
 * Reads a message of ICU: `{name}`, `{count, number}`, `{count, plural, one {# file} other {# files}}`,
 * `{kind, select, ...}`, and with `tags` also `<link>words</link>`. Throws a SyntaxError on anything else.
 */
export function parseMessage(message: string, { tags = false } = {}): Part[] {
  return parse(message, { ignoreTag: !tags, requiresOtherClause: true }).map((element) => partOf(element, message));
}

/** Names that a message needs values for, those of tags with them. */
export function argumentNames(parts: Part[]): string[] {
  const names = parts.flatMap((part): string[] => {
    if (typeof part === 'string') return [];
    if (part.kind === 'tag') return [part.name, ...argumentNames(part.parts)];
    return 'options' in part ? [part.name, ...Object.values(part.options).flatMap(argumentNames)] : [part.name];
  });
  return [...new Set(names)];
}

function partOf(element: MessageFormatElement, message: string, counted?: string): Part {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.argument:
      return { kind: 'argument', name: element.value };
    case TYPE.number:
      if (element.style) break;
      return { kind: 'number', name: element.value };
    case TYPE.pound:
      return { kind: 'number', name: counted ?? '' };
    case TYPE.tag:
      return { kind: 'tag', name: element.value, parts: element.children.map((one) => partOf(one, message, counted)) };
    case TYPE.select:
      return { kind: 'select', name: element.value, options: optionsOf(element.options, message, counted) };
    case TYPE.plural:
      if (element.offset) break;
      return {
        kind: element.pluralType === 'ordinal' ? 'ordinal' : 'plural',
        name: element.value,
        options: optionsOf(element.options, message, element.value),
      };
  }
  throw new SyntaxError(`Formats, dates and offsets are written before they come into a message: ${message}`);
}

function optionsOf(options: Record<string, { value: MessageFormatElement[] }>, message: string, counted?: string) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, value.map((one) => partOf(one, message, counted))]),
  );
}
