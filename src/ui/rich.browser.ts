// Rest of `rich.ts` in a browser: the message is compiled into the parts that it becomes.
import { createElement, Fragment, type ReactNode } from 'react';

export function rich(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
