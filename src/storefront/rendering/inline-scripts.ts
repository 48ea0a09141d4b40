import { themeScript } from '#ui/theme-script.ts';
import { earlyActionsScript } from './early-actions.ts';

/** All that is written into a page to run there; its policy allows them by their hashes. */
export const inlineScripts = [themeScript, earlyActionsScript];
