// The shop's colours and sizes (src/storefront/tokens.css), for the one page that the storefront does not draw.
import { raw } from 'hono/html';

export const style = raw(`
:root { color-scheme: light dark; --canvas: #fafaf8; --surface: #fff; --ink: #0c0d10; --ink-2: #494a52; --line: #85857e;
  --on-ink: #fff; --danger: #b3261e; --danger-soft: #fdecea; --focus: #1b58c4; }
@media (prefers-color-scheme: dark) { :root { --canvas: #07080b; --surface: #101216; --ink: #f4f4f2; --ink-2: #b9bac1;
  --line: #6d6e76; --on-ink: #0c0d10; --danger: #ff9b8f; --danger-soft: #35120e; --focus: #8ab4ff; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--canvas); color: var(--ink);
  font: 16px/1.5 'Host Grotesk', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { width: 100%; max-width: 380px; }
.brand { margin: 0 0 32px; font-weight: 600; letter-spacing: -.01em; }
h1 { margin: 0 0 20px; font-size: 32px; line-height: 1.15; font-weight: 560; letter-spacing: -.025em; }
form { display: grid; gap: 8px; }
form p { margin: 0 0 8px; color: var(--ink-2); }
label { margin-top: 8px; font-size: 14px; font-weight: 560; }
input { min-height: 44px; padding: 8px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: inherit; font: inherit; }
button { min-height: 52px; margin-top: 16px; border: 0; border-radius: 10px; background: var(--ink); color: var(--on-ink); font: inherit; font-weight: 540; cursor: pointer; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.links { display: flex; justify-content: space-between; margin-top: 12px; font-size: 14px; }
a { color: inherit; text-underline-offset: 3px; }
.fault { margin: 0 0 16px; padding: 12px 14px; border-radius: 10px; background: var(--danger-soft); color: var(--danger); font-weight: 540; }
`);
