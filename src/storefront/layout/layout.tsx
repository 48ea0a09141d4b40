import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { t } from '#language/message.ts';
import { SearchDialog } from '../catalogue/search/search-dialog.tsx';
import { useSoftNavigation } from '../routing/use-soft-navigation.ts';
import { Footer } from './footer.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { TopBar } from './top-bar.tsx';

/** Frame of every screen: top bar with the alerts, footer, search. */
export function Layout() {
  useSoftNavigation();
  const overVideo = useLocation().pathname === '/';
  return (
    <>
      <a href="#main" className="skip-link">
        {t('Skip to content')}
      </a>
      <NavigationProgress />
      <TopBar overVideo={overVideo} />
      <Outlet />
      <Footer overVideo={overVideo} />
      <SearchDialog />
      <ScrollRestoration />
    </>
  );
}
