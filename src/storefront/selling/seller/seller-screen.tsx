import { Store } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import type { SellerMembership } from '#contract/selling/seller.schema.ts';
import { isActingSeller, isOpenedSeller, type SellerRole, type SellerState } from '#contract/selling/seller.ts';
import { type Message, msg, t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useMySellers } from './use-my-sellers.ts';

/** The shop that a screen is about, and what the user is in it. */
export type SellerHere = {
  sellerId: string;
  name: string;
  address: string;
  state: SellerState;
  /** True if its people deliver, refund and write for it. */
  acts: boolean;
  role: SellerRole;
};

type SellerScreenProps = {
  title: string;
  /** For the head of the page. */
  description: string;
  /** The roles that the screen is for; without it all of them. */
  roles?: readonly SellerRole[];
  /** Beside the title, such as a button. */
  aside?: (seller: SellerHere) => ReactNode;
  /** Made anew for each shop. */
  children: (seller: SellerHere) => ReactNode;
};

/**
 * Frame of every screen of a seller: which shop it is about, as `?seller=` says, or how to become a seller. What a shop sells is
 * managed once it has been let in: before, the screen leads to the application.
 */
export function SellerScreen({ title, description, roles, aside, children }: SellerScreenProps) {
  const mine = useMySellers();
  const [query] = useSearchParams();
  const opened = mine.value?.filter(({ state }) => isOpenedSeller(state)) ?? [];
  const here = choose(opened, query.get('seller'));
  return (
    <>
      <PageHead title={title} description={description} noIndex />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="page-title">{title}</h1>
        <div className="flex flex-wrap items-end gap-3">
          {opened.length > 1 && <ChooseSeller sellers={opened} here={here} />}
          {here && aside?.(here)}
        </div>
      </div>
      <ShowLoaded from={mine} skeleton={<RowSkeleton rows={3} />} fault={t('Your shops could not be loaded.')}>
        {(all) => {
          if (opened.length === 0) return <NoSeller all={all} />;
          if (!here) return <NotMine />;
          if (roles && !roles.includes(here.role)) return <NotForRole role={here.role} />;
          return (
            <div key={here.sellerId}>
              <StateNote state={here.state} reason={opened.find(isOf(here))?.reason ?? ''} />
              {children(here)}
            </div>
          );
        }}
      </ShowLoaded>
    </>
  );
}

const isOf = (here: SellerHere) => (seller: SellerMembership) => seller.seller_id === here.sellerId;

/** Without an address the first that is still there. */
function choose(opened: SellerMembership[], address: string | null): SellerHere | undefined {
  const first = opened.find(({ state }) => state !== 'closed') ?? opened[0];
  const found = address === null ? first : opened.find((seller) => seller.address === address);
  if (!found) return undefined;
  const { seller_id: sellerId, state, role } = found;
  return { sellerId, name: found.name ?? '', address: found.address ?? '', state, acts: isActingSeller(found), role };
}

function ChooseSeller({ sellers, here }: { sellers: SellerMembership[]; here: SellerHere | undefined }) {
  const id = useId();
  const [query, setQuery] = useSearchParams();

  /** Other parameters of the address are of the shop before. */
  function change(address: string) {
    setQuery({ ...(query.has('view') && { view: query.get('view') ?? '' }), seller: address });
  }

  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>{t('Shop')}</label>
      <select
        id={id}
        className="field !min-h-9 !w-auto !py-1 !text-sm"
        value={here?.address ?? ''}
        onChange={(event) => change(event.target.value)}
      >
        {!here && <option value="">{t('Choose a shop')}</option>}
        {sellers.map(({ seller_id, name, address }) => (
          <option key={seller_id} value={address ?? ''}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Notice for people whose application is not decided yet, or who have not begun one. */
function NoSeller({ all }: { all: SellerMembership[] }) {
  const applied = all.find(({ state }) => state === 'returned') ?? all[0];
  const name = applied?.name ?? t('your shop');
  const action = (label: string) => ({ href: '/profile/become-a-seller', label });
  if (applied?.state === 'returned')
    return (
      <EmptyState icon={Store} title={t('Your application came back.')} action={action(t('Continue your application'))}>
        {applied.reason}
      </EmptyState>
    );
  if (applied?.state === 'submitted')
    return (
      <EmptyState
        icon={Store}
        title={t('The application of {name} is being read.', { name })}
        action={action(t('See the application'))}
      >
        {t('You get a mail once it is decided. Then your products are managed here.')}
      </EmptyState>
    );
  if (applied)
    return (
      <EmptyState
        icon={Store}
        title={t('Your application is not submitted yet.')}
        action={action(t('Continue your application'))}
      >
        {t('Once your shop is approved, it is managed here.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={Store} title={t('You have no shop here yet.')} action={action(t('Become a seller'))}>
      {t('Tell us who you are and what you sell. Once your shop is approved, it is managed here.')}
    </EmptyState>
  );
}

function NotMine() {
  return (
    <p className="text-ink-2">
      {t('There is no such shop, or you are not a member of it. Choose one of yours above.')}
    </p>
  );
}

function NotForRole({ role }: { role: SellerRole }) {
  return (
    <p className="text-ink-2">
      {t('Your role in this shop, {role}, does not include this. Ask an owner of the shop.', { role })}
    </p>
  );
}

const notes: Partial<Record<SellerState, Message>> = {
  suspended: msg('This shop is suspended: nothing of it is on sale.'),
  closing: msg('This shop is closing: nothing of it is on sale any more, and what is open is delivered or given back.'),
  closed: msg('This shop has closed.'),
};

function StateNote({ state, reason }: { state: SellerState; reason: string }) {
  const note = notes[state];
  if (!note) return null;
  return (
    <p role="note" className="mb-6 rounded-md bg-sunken px-4 py-3">
      {t(note)} {state === 'closing' && reason && t('It stays suspended meanwhile:')} {state !== 'closed' && reason}
    </p>
  );
}
