import { useEffect } from 'react';
import { t } from '#language/message.ts';
import { PageHead } from './page-head.tsx';

export function NotFound() {
  useEffect(() => {
    // The back office, for somebody who was given a role of the staff a moment ago.
    if (window.location.pathname.startsWith('/admin'))
      void import('../people/profile/record-staff.ts').then(({ openBackOfficeIfStaff }) => openBackOfficeIfStaff());
  }, []);
  return (
    <main id="main" className="wrap grid flex-1 place-items-center py-16 text-center">
      <PageHead title={t('Page Not Found')} description={t('The page does not exist on this website.')} noIndex />
      <div>
        <p className="num text-[clamp(7rem,24vw,17rem)] font-[520] leading-none tracking-[-.06em]">404</p>
        <h1 className="page-title mt-4">{t('Page Not Found')}</h1>
        <p className="mt-2 max-w-[44ch] text-lg text-ink-2">
          {t('We are sorry: the page you requested does not exist on this website.')}
        </p>
        <a className="btn btn-primary mt-7" href="/">
          {t('Go Back To Home')}
        </a>
      </div>
    </main>
  );
}
