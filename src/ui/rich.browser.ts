// Rest of `rich.ts` in a browser: the message is compiled into the parts that it becomes.
import { createElement, Fragment, type ReactNode } from 'react';
import { joinTexts } from '#language/choices.ts';

export function rich(parts: unknown[]): ReactNode {
  return createElement(Fragment, null, ...(joinTexts(parts) as ReactNode[]));
}
