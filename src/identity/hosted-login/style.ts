import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { colorTokens, sans } from '#platform/look.ts';

export const style = raw(`
${colorTokens()}* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--canvas); color: var(--ink);
  font: 16px/1.5 ${sans}; }
main { width: 100%; max-width: 380px; }
.brand { margin: 0 0 32px; font-weight: 600; letter-spacing: -.01em; }
h1 { margin: 0 0 20px; font-size: 32px; line-height: 1.15; font-weight: 560; letter-spacing: -.025em; }
form { display: grid; gap: 8px; }
form p { margin: 0 0 8px; color: var(--ink-2); }
label { margin-top: 8px; font-size: 14px; font-weight: 560; }
input { min-height: 44px; padding: 8px 14px; border: 1px solid var(--line-strong); border-radius: 10px; background: var(--surface); color: inherit; font: inherit; }
button { min-height: 52px; margin-top: 16px; border: 0; border-radius: 10px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 540; cursor: pointer; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.links { display: flex; justify-content: space-between; margin-top: 12px; font-size: 14px; }
a { color: inherit; text-underline-offset: 3px; }
.fault { margin: 0 0 16px; padding: 12px 14px; border-radius: 10px; background: var(--danger-soft); color: var(--danger); font-weight: 540; }
`);

/** As a policy names the style that it allows. */
export const styleHash = `sha256-${createHash('sha256').update(style.toString()).digest('base64')}`;
