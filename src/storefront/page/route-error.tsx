import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { isLoadFailure, isOffline } from '#client/connection.ts';
import { t } from '#language/message.ts';
import { NotFound } from './not-found.tsx';
import { PageHead } from './page-head.tsx';

/** Screen when its data cannot be had: not found, or an error with a way on. */
export function RouteError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const requestId = isRouteErrorResponse(error) ? (error.data as { requestId?: string } | null)?.requestId : undefined;
  return (
    <main id="main" className="wrap grid flex-1 place-items-center py-20 text-center">
      <PageHead title={t('Something went wrong')} description={t('This page could not be loaded.')} noIndex />
      <div>
        <h1 className="page-title">{t('Something went wrong')}</h1>
        <p className="mt-4 text-lg text-ink-2">
          {isOffline() ? t('You are offline.') : t('This page could not be loaded.')}{' '}
          {t('Nothing you entered is lost; try again in a moment.')}
        </p>
        {requestId && <p className="mt-2 font-mono text-xs text-ink-3">{t('Request {requestId}', { requestId })}</p>}
        <a
          className="btn btn-primary mt-6"
          href={pathname + search}
          target={isLoadFailure(String(error)) ? '_self' : undefined}
        >
          {t('Try again')}
        </a>
      </div>
    </main>
  );
}
