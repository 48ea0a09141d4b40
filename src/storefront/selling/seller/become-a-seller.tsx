import { useRef, useState } from 'react';
import { isOpenedSeller, type SellerState } from '#contract/selling/seller.ts';
import { msg, t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { ApplicationForm } from './application-form.tsx';
import { beginApplication, discardApplication } from './seller-actions.ts';
import { useMySellers } from './use-my-sellers.ts';
import { useOwnSeller } from './use-own-seller.ts';

/** The application of the signed-in user, or how one begins. */
export function BecomeASeller() {
  const mine = useMySellers();
  return (
    <ShowLoaded
      from={{ ...mine, failed: mine.failed && mine.value === null }}
      skeleton={<RowSkeleton rows={4} />}
      fault={t('Your application could not be loaded.')}
    >
      {(all) => {
        const applied = all.find(({ state, role }) => !isOpenedSeller(state) && role === 'owner');
        if (applied) return <Application key={applied.seller_id} sellerId={applied.seller_id} reload={mine.reload} />;
        return <Start shops={all.filter(({ state }) => isOpenedSeller(state)).length} reload={mine.reload} />;
      }}
    </ShowLoaded>
  );
}

function Start({ shops, reload }: { shops: number; reload: () => Promise<void> }) {
  async function begin() {
    const fault = await beginApplication();
    if (!fault) await reload();
    return fault;
  }

  return (
    <div className="grid max-w-[64ch] justify-items-start gap-5">
      {shops > 0 ? (
        <p className="text-ink-2">
          {rich('You belong to a shop already: <a>see My Shop</a>. Another one is applied for in the same way.', {
            a: (words) => (
              <a className="text-link" href="/profile/shop">
                {words}
              </a>
            ),
          })}
        </p>
      ) : (
        <>
          <p className="text-ink-2">{t('You need four things. What you enter is saved as you go.')}</p>
          <ol className="grid list-decimal gap-2 pl-5 marker:text-ink-3">
            <li>{t('A name, and an address for the page of your shop')}</li>
            <li>{t('Who is responsible, with a postal address that buyers may read')}</li>
            <li>{t('A few sentences on what you sell')}</li>
            <li>{t('An e-mail address where buyers get help')}</li>
          </ol>
        </>
      )}
      <ActionButton className="btn btn-primary" action={begin}>
        {shops > 0 ? t('Apply for another shop') : t('Start your application')}
      </ActionButton>
    </div>
  );
}

function Application({ sellerId, reload }: { sellerId: string; reload: () => Promise<void> }) {
  const store = useOwnSeller(sellerId);
  const [discarding, setDiscarding] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  async function discard() {
    const fault = await discardApplication(sellerId);
    if (!fault) await reload();
    return fault;
  }

  return (
    <div ref={place} tabIndex={-1} className="grid gap-7 outline-none">
      <ShowLoaded from={store} skeleton={<RowSkeleton rows={4} />} fault={t('Your application could not be loaded.')}>
        {(seller) => (
          <div className="grid gap-7">
            <Path state={seller.state} />
            {seller.state === 'returned' && (
              <div role="note" className="rounded-md bg-sunken px-4 py-3">
                <p className="font-[560]">{t('Your application came back. The reason:')}</p>
                <p className="mt-1 whitespace-pre-line">{seller.reason}</p>
              </div>
            )}
            {seller.state === 'submitted' ? (
              <div className="grid max-w-[64ch] justify-items-start gap-4">
                <p>
                  {rich('We have got the application of {name}. You get a mail once it is decided.', {
                    name: <bdi className="font-[560]">{seller.name}</bdi>,
                  })}
                </p>
                <p className="text-ink-2">{t('To change it, take it back first: it loses its place in the queue.')}</p>
                <ActionButton action={() => store.step('withdraw')}>{t('Withdraw to change it')}</ActionButton>
              </div>
            ) : isOpenedSeller(seller.state) ? (
              <p>
                {rich('{name} is approved. <a>Add your first product</a>.', {
                  name: <bdi className="font-[560]">{seller.name}</bdi>,
                  a: (words) => (
                    <a className="text-link" href="/profile/products-management">
                      {words}
                    </a>
                  ),
                })}
              </p>
            ) : (
              <>
                <ApplicationForm store={store} seller={seller} />
                <div>
                  <button type="button" className="btn btn-ghost btn-sm -ml-3" onClick={() => setDiscarding(true)}>
                    {t('Discard this application')}
                  </button>
                </div>
              </>
            )}
          </div>
        )}
      </ShowLoaded>
      {discarding && (
        <ConfirmDialog
          tone="harm"
          title={t('Discard this application?')}
          confirmLabel={t('Discard')}
          onConfirm={discard}
          onClose={() => setDiscarding(false)}
        >
          <p>{t('What you have entered is gone, and its address is free for others. This cannot be undone.')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const steps = [msg('Draft'), msg('Submitted'), msg('Approved')] as const;

/** Where the application stands. */
function Path({ state }: { state: SellerState }) {
  const at = state === 'submitted' ? 1 : isOpenedSeller(state) ? 2 : 0;
  return (
    <ol aria-label={t('Where your application stands')} className="flex flex-wrap items-center gap-2.5 text-sm">
      {steps.map((step, index) => (
        <li key={index} aria-current={index === at ? 'step' : undefined} className="flex items-center gap-2.5">
          {index > 0 && <span aria-hidden="true" className="h-px w-8 bg-line-strong" />}
          <span
            aria-hidden="true"
            className={`size-2 rounded-full border border-line-strong ${index <= at ? '!border-ink bg-ink' : ''}`}
          />
          <span className={index === at ? 'font-[560]' : 'text-ink-3'}>
            {index === 0 && state === 'returned' ? t('Returned') : t(step)}
          </span>
        </li>
      ))}
    </ol>
  );
}
