import { sellerPath } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { SavedField, SaveState } from '../product-editor/saved-field.tsx';
import { CountryField, SupportField } from './application-form.tsx';
import { ClosingSection } from './closing-section.tsx';
import { PeopleSection } from './people-section.tsx';
import type { SellerHere } from './seller-screen.tsx';
import { useMySellers } from './use-my-sellers.ts';
import { type OwnSellerStore, useOwnSeller } from './use-own-seller.ts';

/** Profile of the shop, its members, and how it closes. */
export function MyShop({ seller: { sellerId, name, role, state } }: { seller: SellerHere }) {
  const mine = useMySellers();
  const store = useOwnSeller(sellerId);
  const isOwner = role === 'owner';

  async function changed() {
    await Promise.all([mine.reload(), store.reload()]);
  }

  return (
    <>
      <ShowLoaded from={store} skeleton={<RowSkeleton rows={4} />} fault={t('The shop could not be loaded.')}>
        {(own) => (
          <Section title={t('About the shop')} lead={<PageLink address={own.address} saving={store.saving} />}>
            {isOwner && (state === 'approved' || state === 'suspended') ? (
              <Details store={store} />
            ) : (
              <div className="grid gap-4">
                <p className="whitespace-pre-line">{own.sells}</p>
                <div className="text-ink-2">
                  <Markdown text={own.about} />
                </div>
                <p className="text-ink-2">{own.support_email}</p>
              </div>
            )}
          </Section>
        )}
      </ShowLoaded>
      <PeopleSection sellerId={sellerId} state={state} isOwner={isOwner} onOwnChange={mine.reload} />
      {isOwner && <ClosingSection sellerId={sellerId} name={name} onChanged={changed} />}
    </>
  );
}

function PageLink({ address, saving }: { address: string; saving: OwnSellerStore['saving'] }) {
  const { origin } = useShop();
  return (
    <>
      <p>
        {rich('Buyers see it at {value}. Name and address stay as they were approved.', {
          value: (
            <a className="text-link" href={sellerPath(address)}>
              {`${origin.replace(/^https?:\/\//, '')}${sellerPath(address)}`}
            </a>
          ),
        })}
      </p>
      <SaveState saving={saving} />
    </>
  );
}

function Details({ store }: { store: OwnSellerStore }) {
  const seller = store.value;
  if (!seller) return null;
  return (
    <>
      <SavedField store={store} name="sells" label={t('What you sell')} rows={3} />
      <SavedField
        store={store}
        name="about"
        label={t('About your shop')}
        hint={t('Markdown: **bold**, lists and links.')}
        rows={4}
      />
      <SupportField store={store} seller={seller} />
      <SavedField store={store} name="responsible" label={t('Person or company, with a postal address')} rows={3} />
      <CountryField store={store} seller={seller} />
    </>
  );
}
