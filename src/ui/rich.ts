import { createElement, Fragment, type ReactNode } from 'react';
import { translated } from '#language/catalog.ts';
import type { Literal } from '#language/message.ts';
import { writeMessage } from '#language/write-message.ts';

/**
 * A message with elements in it: `rich('By paying you accept the <terms>Terms</terms>.', { terms: (words) => <a href="/terms">{words}</a> })`.
 * A tag's words are translated where they stand in the sentence.
 */
export function rich<Text extends string>(
  message: Literal<Text>,
  values: Record<string, ReactNode | ((words: ReactNode) => ReactNode)>,
): ReactNode {
  return joined(writeMessage(translated(message), values, joined));
}

function joined(parts: unknown[]): ReactNode {
  return createElement(Fragment, null, ...(parts as ReactNode[]));
}
