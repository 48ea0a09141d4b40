import './admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#client/query/query-client.ts';
import { startSession } from '#client/session/session.ts';
import { focusFaultsOfForms } from '#ui/form/focus-fault.ts';
import { NotFound, SecondFactorNeeded, Unreachable } from './frame/closed.tsx';
import { openBackOffice } from './frame/open-back-office.ts';
import { BackOffice } from './frame/who.ts';
import type { PageData } from './page-data.ts';
import { routes } from './routes.tsx';

const data: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}');
startSession(data.accounts);
focusFaultsOfForms();
const root = createRoot(document.getElementById('root') as HTMLElement);

const BASE = '/admin';

/** While the API is asked who this is, the screen is on its way. What goes wrong is told when it is opened. */
function fetchScreen() {
  const { lazy } = matchRoutes(routes, window.location, BASE)?.at(-1)?.route ?? {};
  if (typeof lazy === 'function') lazy().catch(() => undefined);
}

async function start() {
  fetchScreen();
  const opened = await openBackOffice();
  switch (opened.as) {
    case 'staff': {
      const router = createBrowserRouter(routes, { basename: BASE });
      return root.render(
        <BackOffice value={{ ...data, me: opened.me }}>
          <QueryClientProvider client={createQueryClient()}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </BackOffice>,
      );
    }
    case 'one factor':
      return root.render(<SecondFactorNeeded message={opened.message} />);
    case 'unknown':
      return root.render(<Unreachable message={opened.message} onTryAgain={start} />);
    case 'nobody':
      // Otherwise the page is being loaded again, as everybody else gets it.
      return opened.says === 'here' ? root.render(<NotFound />) : undefined;
  }
}

await start();
