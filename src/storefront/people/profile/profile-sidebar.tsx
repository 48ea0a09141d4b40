import {
  BriefcaseBusiness,
  ChartColumn,
  ClipboardCheck,
  Clock,
  DoorOpen,
  Heart,
  Inbox,
  KeyRound,
  LibraryBig,
  LogOut,
  type LucideIcon,
  Package,
  Scale,
  Settings2,
  ShoppingBag,
  Star,
  Store,
  User,
  Wallet,
} from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import { isOpenedSeller } from '#contract/selling/seller.ts';
import { type Message, msg, t } from '#language/message.ts';
import { useLibraryCount } from '../../goods/library/library-count.ts';
import { useBalance } from '../../money/wallet/use-balance.ts';
import { useMySellers } from '../../selling/seller/use-my-sellers.ts';
import { useUnread } from '../message/unread.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';
import { useBadges } from './use-badges.ts';
import { useIsStaff } from './use-is-staff.ts';

type Screen = { path: string; label: Message; icon: LucideIcon };

/** Everybody's, as specified. */
const links: Screen[] = [
  { path: '/profile', label: msg('Personal Information'), icon: User },
  { path: '/profile/order', label: msg('My Orders'), icon: Package },
  { path: '/profile/library', label: msg('Library'), icon: LibraryBig },
  { path: '/saved', label: msg('Saved'), icon: Heart },
  { path: '/profile/products-management', label: msg('Products Management'), icon: Store },
  { path: '/profile/wallet', label: msg('My Wallet'), icon: Wallet },
  { path: '/profile/pending-approvals', label: msg('Pending Approvals'), icon: ClipboardCheck },
];

const messages: Screen = { path: '/profile/messages', label: msg('Messages'), icon: Inbox };

const disputes: Screen = { path: '/profile/disputes', label: msg('Disputes'), icon: Scale };

/** Screens of members of a shop that was let in. */
const ofMembers: Screen[] = [
  { path: '/profile/shop', label: msg('My Shop'), icon: Settings2 },
  { path: '/profile/shop-keys', label: msg('Keys and Webhooks'), icon: KeyRound },
  { path: '/profile/sales', label: msg('Sales'), icon: ShoppingBag },
  { path: '/profile/machine-hours', label: msg('Machine Hours'), icon: Clock },
  { path: '/profile/shop-reviews', label: msg('Shop Reviews'), icon: Star },
  { path: '/profile/figures', label: msg('Figures'), icon: ChartColumn },
];
const ofOthers: Screen[] = [{ path: '/profile/become-a-seller', label: msg('Become a seller'), icon: DoorOpen }];

/** A row of chips on a phone, a column of lines beside the content on anything wider. */
const item =
  'flex min-h-10 flex-none items-center gap-2.5 whitespace-nowrap rounded-full border px-3.5 text-sm text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink md:rounded-md md:border-0 md:px-2.5 md:hover:bg-sunken md:aria-[current]:bg-sunken md:aria-[current]:font-[560]';

/** Signed-in customer, the screens of the account, and the way out. */
export function ProfileSidebar() {
  const user = useCurrentUser();
  return (
    <aside aria-label={t('Your account')} className="relative min-w-0">
      {user && <Identity key={user.userId} nickname={user.nickname} email={user.email} />}
      <Balance />
      <Screens />
      {user && <BackOfficeLink key={user.userId} email={user.email} />}
      {user && <SignOutLink />}
    </aside>
  );
}

function Balance() {
  const { search } = useLocation();
  const cents = useBalance(new URLSearchParams(search).get('seller'));
  return (
    <dl className="mt-5 flex items-baseline justify-between gap-4 border-t py-3.5 text-sm">
      <dt className="text-ink-3">{t('Balance')}</dt>
      <dd className="num font-[560]">
        {cents === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t('not known yet')}</span>
          </>
        ) : (
          formatCents(cents)
        )}
      </dd>
    </dl>
  );
}

function Identity({ nickname, email }: { nickname: string; email: string }) {
  const badges = useBadges(email);
  return (
    <div className="flex items-center gap-3.5 max-md:pr-28">
      <span
        aria-hidden="true"
        className="grid size-12 flex-none place-items-center rounded-full bg-accent-soft font-[600] uppercase text-accent-ink"
      >
        {[...nickname].slice(0, 2).join('')}
      </span>
      <div className="min-w-0">
        <p className="truncate font-[560]" title={email} data-testid="nickname">
          <bdi>{nickname}</bdi>
        </p>
        {badges.length > 0 && (
          <ul className="mt-1 flex gap-1.5" aria-label={t('Roles')}>
            {badges.map((badge) => (
              <li key={badge} className="badge border text-ink-2">
                {badge}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Screens() {
  const { pathname, search } = useLocation();
  const mine = useMySellers().value;
  const isMember = mine?.some(({ state }) => isOpenedSeller(state));
  // Which of several shops one looks at stays from screen to screen.
  const seller = new URLSearchParams(search).get('seller');
  const ofSeller = seller === null ? '' : `?${new URLSearchParams({ seller })}`;
  const screens = [...links, messages, disputes, ...(mine === null ? [] : isMember ? ofMembers : ofOthers)];
  const row = useRef<HTMLUListElement>(null);
  const current = pathname.replace(/\/$/, '');

  // In the row of a phone the current chip may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change of screen, and once all chips are there
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (chip && row.current) row.current.scrollLeft = chip.offsetLeft - row.current.offsetLeft - 16;
  }, [current, screens.length]);

  return (
    <nav aria-label={t('Profile')} className="border-t pt-4">
      <ul
        ref={row}
        className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:mx-0 md:-ml-2.5 md:grid md:gap-0.5 md:overflow-visible md:px-0"
      >
        {screens.map(({ path, label, icon: Icon }) => (
          <li key={path} className="flex-none">
            <a
              href={isMember && isOfSeller(path) ? path + ofSeller : path}
              aria-current={isWithin(path, current) ? 'page' : undefined}
              className={item}
            >
              <Icon size={18} strokeWidth={1.6} aria-hidden className="hidden md:block" />
              {t(label)}
              {path === messages.path && <Unread moment={current} />}
              {path === '/profile/library' && <Things />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many conversations have something new. */
function Unread({ moment }: { moment: string }) {
  const count = useUnread(moment);
  if (count === 0) return null;
  return (
    <span className="badge num relative ml-auto bg-accent-soft text-accent-ink">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t('unread')}</span>
    </span>
  );
}

/** How much the library has. */
function Things() {
  const count = useLibraryCount();
  if (count === null) return null;
  return (
    <span className="num ml-auto text-xs text-ink-3">
      {count}
      <span className="sr-only"> {count === '1' ? 'thing' : 'things'}</span>
    </span>
  );
}

/** For the staff alone. A page of another build: it is loaded, not drawn by this one. */
function BackOfficeLink({ email }: { email: string }) {
  if (!useIsStaff(email)) return null;
  return (
    <div className="mt-3 flex md:-ml-2.5 md:border-t md:pt-3">
      <a href="/admin" target="_self" className={item}>
        <BriefcaseBusiness size={18} strokeWidth={1.6} aria-hidden className="hidden md:block" />
        {t('Back office')}
      </a>
    </div>
  );
}

/** A screen that leads on to others is current with them; the first screen of the profile stands above all. */
function isWithin(path: string, current: string): boolean {
  return current === path || (path !== '/profile' && current.startsWith(`${path}/`));
}

function isOfSeller(path: string): boolean {
  return (
    path === '/profile/products-management' ||
    path === '/profile/wallet' ||
    ofMembers.some((screen) => screen.path === path)
  );
}

/** At the end of the column; on a phone beside the name, where it is seen without moving the row of chips. */
function SignOutLink() {
  const signOut = useSignOut();

  function handleSignOut(event: MouseEvent) {
    event.preventDefault();
    void signOut();
  }

  return (
    <div className="max-md:absolute max-md:right-0 max-md:top-1 md:-ml-2.5 md:mt-3 md:border-t md:pt-3">
      <a href="/account/login" className={item} onClick={handleSignOut}>
        <LogOut size={18} strokeWidth={1.6} aria-hidden className="hidden md:block" />
        {t('Sign Out')}
      </a>
    </div>
  );
}
