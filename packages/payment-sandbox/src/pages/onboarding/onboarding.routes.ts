import { Hono } from 'hono';
import { openLink, returnFromLink } from '../../account/answer-link.ts';
import type { Env } from '../../protocol/endpoint.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { AccountLink } from '../../schema.ts';
import { showPage } from '../show-page.ts';
import { readOnboarding, typedBefore } from './onboarding-form.ts';
import { renderClosedLink, renderOnboardingEnd, renderOnboardingPage } from './onboarding-page.ts';

const GONE = 410;

export function onboardingRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/onboarding/:token{\\w+}', async (c) => {
    const opened = await openLink(sandbox, c.req.param('token'));
    if (opened.kind === 'unknown') return showPage(c, renderClosedLink(sandbox, null, 'expired'), 404);
    if (opened.kind !== 'open') return showPage(c, renderClosedLink(sandbox, opened.link, opened.kind), GONE);
    const { link, account } = opened;
    const page = renderOnboardingPage(sandbox, { link, account, values: typedBefore(account), faults: {} });
    return showPage(c, page, 200, targets(link));
  });

  app.post('/onboarding/:token{\\w+}', async (c) => {
    const token = c.req.param('token');
    const form = new URLSearchParams(await c.req.text());
    const opened = await openLink(sandbox, token);
    if (opened.kind === 'unknown') return showPage(c, renderClosedLink(sandbox, null, 'expired'), 404);
    if (opened.kind !== 'open') return showPage(c, renderClosedLink(sandbox, opened.link, opened.kind), GONE);
    const { link, account } = opened;
    const isSkipped = form.get('leave') === 'yes' || account.onboarding === 'rejected';
    const read = isSkipped ? null : readOnboarding(form, account, sandbox.now());
    if (read && !read.ok) {
      const page = renderOnboardingPage(sandbox, { link, account, values: read.values, faults: read.faults });
      return showPage(c, page, 400, targets(link));
    }
    // Requirements may have changed since the first check: the form is read again under the lock.
    const left = await returnFromLink(sandbox, token, (locked) => {
      if (isSkipped || locked.onboarding === 'rejected') return null;
      const again = readOnboarding(form, locked, sandbox.now());
      return again.ok ? again.answers : null;
    });
    if (!left) return showPage(c, renderClosedLink(sandbox, link, 'used'), GONE);
    await sandbox.notifyShop(left.events);
    return link.return_url ? c.redirect(link.return_url, 303) : showPage(c, renderOnboardingEnd(sandbox), 200);
  });

  return app;
}

/** Where the form may send the browser, also through the page that it is sent to. */
function targets({ return_url }: AccountLink): string[] {
  return ["'self'", ...(return_url ? [new URL(return_url).origin] : [])];
}
