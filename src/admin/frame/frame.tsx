// Frame around every screen: the rail with its links, who is signed in, and the way out.

import { LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ThemeButton } from '#ui/theme-button.tsx';
import { useCount, useOpenReports, useWaiting } from '../operations/overview/use-waiting.ts';
import { PaletteButton } from '../operations/palette/palette-button.tsx';
import { FreshProof } from './fresh-proof.tsx';
import { type Place, places } from './places.ts';
import { signOut } from './sign-out.ts';
import { useHashTarget } from './use-hash-target.ts';
import { useMay, useOffice } from './who.ts';

/** Counts of waiting items, beside the name of a place. */
const waitingAt: Readonly<Record<string, () => ReactNode>> = {
  '/reviews': WaitingReviews,
  '/reports': WaitingReports,
  '/profile/pending-approvals': WaitingApprovals,
};

/** A row of chips on a phone, a column of lines beside the screen on anything wider. */
const item =
  'flex min-h-10 flex-none items-center gap-2.5 whitespace-nowrap rounded-full border px-3.5 text-sm text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink md:min-h-8 md:rounded-md md:border-0 md:px-2.5 md:hover:bg-canvas md:aria-[current]:bg-canvas md:aria-[current]:font-[560]';

export function Frame() {
  const { pathname } = useLocation();
  const screen = useRef<HTMLElement>(null);
  const before = useRef(pathname);

  // A new screen begins at its beginning, for the eyes and for the keyboard.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    window.scrollTo(0, 0);
    screen.current?.focus({ preventScroll: true });
  }, [pathname]);
  useHashTarget(screen);

  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start md:grid-cols-[13.5rem_minmax(0,1fr)] md:content-stretch">
        <Rail />
        <main
          id="main"
          ref={screen}
          tabIndex={-1}
          className="w-full max-w-[1400px] min-w-0 px-4 py-6 outline-none md:px-10 md:py-8"
        >
          <Outlet />
        </main>
      </div>
      <FreshProof />
    </>
  );
}

function Rail() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the places are a row that is wider than the window: the current one is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is current on another path
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  const { storeName, me } = useOffice();
  const may = useMay();
  return (
    <header className="border-b bg-sunken px-4 py-4 md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:overflow-y-auto md:border-r md:border-b-0 md:px-3">
      <div className="flex items-center gap-2 md:px-2.5">
        <a href="/" className="mr-auto flex min-w-0 items-center gap-2 rounded-md font-[640] tracking-[-.03em]">
          <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" className="flex-none">
            <path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="currentColor" />
            <circle cx="11" cy="17" r="2.2" fill="var(--accent)" />
          </svg>
          <span className="truncate">{storeName}</span>
        </a>
        <ThemeButton className="md:-mr-1" />
        <div className="-mr-2.5 md:hidden">
          <ActionButton className="icon-btn" action={async () => void (await signOut())}>
            <LogOut size={18} strokeWidth={1.6} aria-hidden />
            <span className="sr-only">Sign Out</span>
          </ActionButton>
        </div>
      </div>
      <p className="truncate text-xs text-ink-3 md:px-2.5">
        Back office
        <span className="md:hidden">
          , <bdi>{me.name}</bdi>, {me.role}
        </span>
      </p>
      <PaletteButton />
      <nav ref={nav} aria-label="Back office" className="mt-4">
        <div className="relative -mx-4 flex gap-2 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:mx-0 md:block md:px-0">
          {places.map(({ title, places: some }) => (
            <Group key={title} title={title} places={some.filter(({ needs }) => may(needs))} />
          ))}
        </div>
      </nav>
      <div className="mt-auto hidden flex-col items-start gap-y-1 border-t px-2.5 pt-3 md:flex">
        <div className="max-w-full min-w-0">
          <p className="truncate text-sm font-[560]" title={me.email}>
            <bdi>{me.name}</bdi>
          </p>
          <p className="text-xs text-ink-3">{me.role}</p>
        </div>
        <ActionButton
          className="btn btn-ghost btn-sm -ml-3 whitespace-nowrap"
          action={async () => void (await signOut())}
        >
          <LogOut size={16} strokeWidth={1.6} aria-hidden />
          Sign Out
        </ActionButton>
      </div>
    </header>
  );
}

function Group({ title, places: some }: { title: string | null; places: Place[] }) {
  if (some.length === 0) return null;
  return (
    <>
      {title && <h2 className="mt-4 mb-1 px-2.5 text-xs font-normal text-ink-3 max-md:sr-only">{title}</h2>}
      <ul className="flex gap-2 md:grid md:gap-0.5">
        {some.map((place) => (
          <li key={place.path} className="flex-none">
            <PlaceLink {...place} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PlaceLink({ path, label, icon: Icon, end, isOfShop }: Place) {
  const Waits = waitingAt[path];
  const content = (
    <>
      <Icon size={17} strokeWidth={1.6} aria-hidden className="hidden md:block" />
      {label}
      {Waits && <Waits />}
    </>
  );
  return isOfShop ? (
    <a href={path} className={item}>
      {content}
    </a>
  ) : (
    <NavLink to={path} end={end ?? false} className={item}>
      {content}
    </NavLink>
  );
}

function WaitingApprovals() {
  return <Waiting count={useWaiting()} />;
}

function WaitingReviews() {
  return <Waiting count={useCount('reviews_waiting')} />;
}

function WaitingReports() {
  return <Waiting count={useOpenReports()} />;
}

function Waiting({ count }: { count: number | null }) {
  if (!count) return null;
  return (
    <span className="num ml-auto text-xs text-ink-3">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
