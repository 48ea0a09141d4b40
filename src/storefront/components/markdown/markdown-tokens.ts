/** A part of a line: text as it is, or something with text in it. */
export type Inline =
  | string
  | { type: 'strong' | 'em' | 'del'; inlines: Inline[] }
  | { type: 'link'; href: string; inlines: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'br' };

export type Block =
  | { type: 'paragraph'; inlines: Inline[] }
  | { type: 'heading'; depth: number; inlines: Inline[] }
  | { type: 'quote'; blocks: Block[] }
  /** Another `sign` begins another list. `start` is null where it is not numbered; the paragraphs of a loose one stand apart. */
  | { type: 'list'; sign: string; start: number | null; loose: boolean; items: Block[][] }
  | { type: 'code'; text: string }
  /** `written` is how it stands in the text. */
  | { type: 'table'; written: string; header: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' }
  /** Shown as it was written. */
  | { type: 'plain'; text: string };
