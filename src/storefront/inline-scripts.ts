import { keepEarlyActions } from './early-actions.ts';
import { themeScript } from './theme-script.ts';

/** All that is written into a page to run there; its policy allows them by their hashes. */
export const inlineScripts = [themeScript, keepEarlyActions];
