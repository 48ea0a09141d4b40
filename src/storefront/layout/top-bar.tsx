import { useStore } from '@nanostores/react';
import { ChevronDown, Menu, Search, ShoppingBag, User, X } from 'lucide-react';
import { type MouseEvent, useEffect, useId } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { useDisclosure } from '#ui/dialog/use-disclosure.ts';
import { ThemeButton } from '#ui/theme-button.tsx';
import { categoryPath } from '../catalogue/paths.ts';
import { categoryLinks } from '../catalogue/product-list/category-links.ts';
import { openSearch } from '../catalogue/search/search-dialog.tsx';
import { itemCount } from '../ordering/cart/cart.ts';
import { AlertArea } from './alert-area.tsx';
import { Brand } from './brand.tsx';

/** The place in the bar for what controls the home page's videos. */
export const STAGE_CONTROL = 'stage-control';

/** `overVideo`: on the home page the bar floats over the stage and is always dark. */
export function TopBar({ overVideo }: { overVideo: boolean }) {
  const { pathname } = useLocation();
  const tone = overVideo ? 'fixed text-white' : 'sticky border-b backdrop-blur-xl bg-(--glass)';
  return (
    <header
      data-theme={overVideo ? 'dark' : undefined}
      className={`${tone} inset-x-0 top-0 z-30 grid min-h-(--header)`}
    >
      <div className="bar wrap">
        <Brand />
        <nav aria-label={t('Main')} className="bar-links">
          <a href="/" className="btn btn-ghost btn-sm" aria-current={pathname === '/' ? 'page' : undefined}>
            {t('Home')}
          </a>
          <ProductsMenu />
          <a
            href="/contact"
            className="btn btn-ghost btn-sm"
            aria-current={pathname === '/contact' ? 'page' : undefined}
          >
            {t('Contact')}
          </a>
        </nav>
        <AlertArea />
        <div className="bar-tools">
          {overVideo && <div id={STAGE_CONTROL} className="empty:hidden" />}
          <SearchButton />
          <ThemeButton className={overVideo ? 'max-md:hidden' : ''} />
          <ProfileLink />
          <CartLink />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

function ProductsMenu() {
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [location.key]);

  function toggle(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(!open);
  }

  // Without scripts the link goes to the list, where every category is linked.
  return (
    <div ref={root} className="relative flex items-center">
      <a
        href="/products"
        className="btn btn-ghost btn-sm !pr-8"
        aria-current={location.pathname.startsWith('/products') || undefined}
        aria-expanded={open}
        aria-controls={open ? 'products-menu' : undefined}
        onClick={toggle}
      >
        {t('Products')}
      </a>
      <button
        type="button"
        className="needs-script bar-arrow"
        aria-label={t('Products menu')}
        aria-expanded={open}
        aria-controls={open ? 'products-menu' : undefined}
        onClick={toggle}
      >
        <ChevronDown size={15} strokeWidth={1.8} aria-hidden className={open ? 'rotate-180' : ''} />
      </button>
      {open && (
        <ul id="products-menu" className="popup bar-menu">
          <MenuItem
            to={categoryPath('all')}
            label={t('All Products')}
            hint={t('The whole catalogue')}
            color="var(--ink-3)"
          />
          {categoryLinks.map(({ category, label, hint }) => (
            <MenuItem
              key={category}
              to={categoryPath(category)}
              label={t(label)}
              hint={t(hint)}
              color={`var(--${category})`}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function MenuItem({ to, label, hint, color }: { to: string; label: string; hint: string; color: string }) {
  const hintId = useId();
  return (
    <li>
      <a href={to} className="menu-item" aria-describedby={hintId}>
        <span className="dot" style={{ background: color }} />
        <span>
          <span className="block text-sm font-[560]">{label}</span>
          <span id={hintId} aria-hidden="true" className="block text-xs text-ink-3">
            {hint}
          </span>
        </span>
      </a>
    </li>
  );
}

/** `commandfor` opens the search before scripts answer; where they do, the click is theirs alone. */
function SearchButton() {
  function open(event: MouseEvent) {
    event.preventDefault();
    openSearch();
  }
  return (
    <button
      type="button"
      aria-label={t('Search')}
      aria-haspopup="dialog"
      onClick={open}
      className="icon-btn bar-search"
      {...{ command: 'show-modal', commandfor: 'search' }}
    >
      <Search size={20} strokeWidth={1.6} aria-hidden />
      <span>{t('Search')}</span>
      <kbd>/</kbd>
    </button>
  );
}

/** A dot on the icon says that somebody is signed in; who it is, the link says when asked. */
function ProfileLink() {
  const user = useCurrentUser();
  return (
    <a
      href="/profile"
      className="icon-btn"
      aria-label={t('Profile')}
      title={user ? t('Signed in as {email}', { email: user.email }) : undefined}
    >
      <User size={20} strokeWidth={1.6} aria-hidden />
      {user && <span data-testid="signed-in" className="signed-in" />}
    </a>
  );
}

function CartLink() {
  const count = useStore(itemCount, { ssr: 'initial' });
  return (
    <a
      href="/cart"
      className="icon-btn"
      aria-label={t('Cart, {count} {value}', { count, value: count === 1 ? 'item' : 'items' })}
    >
      <ShoppingBag size={20} strokeWidth={1.6} aria-hidden />
      {/* Another number is another badge, and a new one pulses. */}
      <span key={count} data-testid="cart-badge" className="cart-badge num" data-filled={count > 0 || undefined}>
        {count}
      </span>
    </a>
  );
}

function MobileMenu() {
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [location.key]);
  const Icon = open ? X : Menu;
  return (
    <div ref={root} className="needs-script md:hidden">
      <button
        type="button"
        className="icon-btn"
        aria-label={t('Menu')}
        aria-expanded={open}
        aria-controls={open ? 'mobile-menu' : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon size={22} strokeWidth={1.6} aria-hidden />
      </button>
      {open && (
        <nav id="mobile-menu" aria-label={t('Menu')} className="popup bar-menu">
          <ul>
            <MobileItem to="/" label={t('Home')} />
            <MobileItem to={categoryPath('all')} label={t('All Products')} />
            {categoryLinks.map(({ category, label }) => (
              <MobileItem key={category} to={categoryPath(category)} label={t(label)} indent />
            ))}
            <MobileItem to="/contact" label={t('Contact')} />
            <MobileItem to="/saved" label={t('Saved')} />
            <MobileItem to="/profile" label={t('Profile')} />
          </ul>
        </nav>
      )}
    </div>
  );
}

function MobileItem({ to, label, indent }: { to: string; label: string; indent?: boolean }) {
  return (
    <li>
      <a href={to} className="mobile-item" data-indent={indent}>
        {label}
      </a>
    </li>
  );
}
