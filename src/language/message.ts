import { translated } from './catalog.ts';
import { writeMessage } from './write-message.ts';

/** Words that have a name in the code, and are written where somebody reads them: `t(message)`. */
export class Message {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  static textOf(message: string | Message): string {
    return typeof message === 'string' ? message : message.#text;
  }

  toString(): never {
    throw new TypeError(`Write it in the reader's language, by t(): ${this.#text}`);
  }
}

/** Text that stands in the code, and is none that was put together there. */
export type Literal<Text extends string> = string extends Text ? never : Text;
type Values = Record<string, string | number>;

/**
 * Words of the shop in the language of their reader. The English words are the message's name
 * (docs/decisions/0085-messages-are-compiled.md); values stand in them as ICU says: `t('{count, plural, one {# file} other {# files}}', { count })`.
 * Never outside a function: there a server has no reader yet.
 */
export function t<Text extends string>(message: Literal<Text> | Message, values?: Values): string;
export function t(message: Message | undefined, values?: Values): string | undefined;
export function t(message: string | Message | undefined, values: Values = {}): string | undefined {
  if (message === undefined) return undefined;
  return writeMessage(translated(Message.textOf(message)), values).join('');
}

/** Names words for later, in a table for instance. */
export function msg<Text extends string>(message: Literal<Text>): Message {
  return new Message(message);
}
