import { useState } from 'react';
import type { LibraryAccess } from '#contract/goods/access/provision.schema.ts';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { AccessEnd } from '../../release/access-end.tsx';
import { CopyIcon } from '../copy-icon.tsx';
import { entryName, promiseText } from '../library-labels.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import { ShownFields } from './shown-fields.tsx';
import { takeMoneyBack } from './take-money-back.ts';
import type { GoodsState } from './use-goods-state.ts';

/** How something is reached that was bought; while it is being set up, how long that may take. */
export function AccessSection({ entry, access }: { entry: LibraryEntry; access: GoodsState['access'] }) {
  return (
    <section aria-label={t('Access to {entry}', { entry: entryName(entry) })} className="grid gap-3">
      <h3 className="text-sm font-[560]">{t('Access')}</h3>
      <ShowLoaded from={access} skeleton={<RowsSkeleton rows={1} />} fault={t('The access could not be loaded.')}>
        {({ found }) => found && <Access entry={entry} access={found} reload={access.reload} />}
      </ShowLoaded>
    </section>
  );
}

type AccessProps = { entry: LibraryEntry; access: LibraryAccess; reload: () => Promise<void> };

function Access({ entry, access, reload }: AccessProps) {
  const { state, text, fields, promised_at: promised, expires_at: expires } = access;
  if (state === 'ready')
    return (
      <div className="grid gap-3">
        {text && (
          <div className="relative rounded-md bg-sunken py-3 pl-3.5 pr-12">
            <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
              {text}
            </pre>
            <CopyIcon text={text} label={t('Copy the access')} className="!absolute right-1.5 top-1.5" />
          </div>
        )}
        <ShownFields fields={fields} />
        <p className="text-[0.8125rem] text-ink-3">
          {expires ? <AccessEnd until={expires} /> : t('It has no end date, and you are not charged again.')}
        </p>
      </div>
    );
  if (state === 'being_set_up')
    return (
      <p className="text-sm text-ink-2" role="status">
        {t('It is being set up')}
        {promised && t(': {entry} have passed', { entry: promiseText(entry, promised, new Date()) })}
        {t('. It appears here by itself.')}
      </p>
    );
  if (state === 'late') return <Late entry={entry} access={access} reload={reload} />;
  if (state === 'ended' && expires)
    return (
      <p className="text-sm text-ink-2">
        <AccessEnd until={expires} />
      </p>
    );
  const sentences = {
    money_back: t('You have taken the money instead. It is on its way to what you paid with.'),
    on_hold: t('The payment is being looked at. You need not do anything.'),
    ended: t('The access has ended.'),
  } as const;
  return <p className="text-sm text-ink-2">{sentences[state]}</p>;
}

/** The shop has not kept its promise: to wait on or not is the buyer's choice. */
function Late({ entry, access, reload }: AccessProps) {
  const [asking, setAsking] = useState(false);
  const { seller, order_id: orderId, product } = entry;

  async function take() {
    const fault = await takeMoneyBack(entry.entitlement_id);
    if (fault === undefined) await reload();
    return fault;
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-danger" role="alert">
        {t('The promised time has passed')}
        {access.promised_at && (
          <>
            {' '}
            (<LocalTime instant={access.promised_at} />)
          </>
        )}
        {t(', and the access is not there. It still appears here when it comes; no money has moved.')}
      </p>
      <div className="flex flex-wrap gap-2">
        {access.offers_money_back && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(true)}>
            {t('Get the money back')}
          </button>
        )}
        {seller && orderId && (
          <a className="btn btn-ghost btn-sm" href={newThreadPath({ order: orderId, seller: seller.address })}>
            {rich('Write to {name}', { name: <bdi>{seller.name}</bdi> })}
          </a>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          tone="main"
          title={t('Get the money back for {name}?', { name: product.name })}
          confirmLabel={t('Get the money back')}
          closeLabel={t('Wait on')}
          onConfirm={take}
          onClose={() => setAsking(false)}
        >
          <p>{t('What you paid for it goes back to what you paid with. The access is not set up any more.')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
