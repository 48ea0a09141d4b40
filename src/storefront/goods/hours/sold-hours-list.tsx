import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useStaying } from '#client/query/use-staying.ts';
import type { SellerHours } from '#contract/goods/access/hours.schema.ts';
import { type SellerHoursFilter, sellerHoursFilters } from '#contract/goods/access/hours.ts';
import { type Message, msg, t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { OutageDialog } from './outage-dialog.tsx';
import { soldHoursPath, useSoldHours } from './sold-hours.ts';
import { SoldHoursRow } from './sold-hours-row.tsx';

const names: Record<SellerHoursFilter, Message> = { requests: msg('Wait for you'), running: msg('Running') };

type ListProps = { seller: SellerHere; state: SellerHoursFilter | null };

/** Buyers with hours, machines that are on, and requests that wait. */
export function SoldHoursList({ seller, state }: ListProps) {
  const { first, items: listed, more } = useSoldHours(seller.sellerId, state);
  const { items, stay } = useStaying(listed, ({ entitlement_id }) => entitlement_id);
  const [isOutage, setOutage] = useState(false);
  const mayAct = seller.acts && seller.role !== 'finance';
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={t('Which hours')} className="flex flex-wrap gap-2">
          {[null, ...sellerHoursFilters].map((one) => (
            <a
              key={one}
              href={soldHoursPath(seller.address, one)}
              aria-current={state === one ? 'true' : undefined}
              className="chip"
              data-keep-scroll
            >
              {one ? t(names[one]) : t('All')}
            </a>
          ))}
        </nav>
        {mayAct && items.length > 0 && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setOutage(true)}>
            {t('Record an outage')}
          </button>
        )}
      </div>
      {state === null && <WaitForShop seller={seller} mayAct={mayAct} />}
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('The hours could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <NoHours seller={seller} state={state} />
          ) : (
            <ul aria-label={t('Hours sold')} className="grid border-b">
              {items.map((hours) => (
                <li key={hours.entitlement_id} className="border-t py-5">
                  <SoldHoursRow seller={seller} hours={hours} mayAct={mayAct} onChanged={stay} />
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>{t('Show older hours')}</ActionButton>
        </div>
      )}
      {isOutage && (
        <OutageDialog sellerId={seller.sellerId} products={productsOf(items)} onClose={() => setOutage(false)} />
      )}
    </>
  );
}

/** Requests of waiting buyers stand first, however long ago they have bought. */
function WaitForShop({ seller, mayAct }: { seller: SellerHere; mayAct: boolean }) {
  const { items: waiting, more } = useSoldHours(seller.sellerId, 'requests');
  const { items, stay } = useStaying(waiting, ({ entitlement_id }) => entitlement_id);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="mb-8">
      <h2 id="waiting" className="mb-3 text-lg">
        {t('Buyers wait for you')}
      </h2>
      <ul aria-label={t('Hours whose buyers wait')} className="grid border-b">
        {items.map((hours) => (
          <li key={hours.entitlement_id} className="border-t py-5">
            <SoldHoursRow seller={seller} hours={hours} mayAct={mayAct} onChanged={stay} />
          </li>
        ))}
      </ul>
      {more && (
        <div className="mt-4">
          <ActionButton action={more}>{t('Show more who wait')}</ActionButton>
        </div>
      )}
      <h2 className="mt-8 text-lg">{t('All hours')}</h2>
    </section>
  );
}

function productsOf(items: readonly SellerHours[]): Array<{ value: string; label: string }> {
  const byId = new Map(items.map(({ product_id, product_name }) => [product_id, product_name]));
  return [...byId].map(([value, label]) => ({ value, label }));
}

function NoHours({ seller, state }: { seller: SellerHere; state: SellerHoursFilter | null }) {
  if (state)
    return (
      <EmptyState
        icon={Clock}
        title={state === 'requests' ? t('Nobody waits for you.') : t('No machine is on.')}
        action={{ href: soldHoursPath(seller.address), label: t('Show all hours') }}
      >
        {state === 'requests'
          ? t('Where machines are started and stopped by hand, what buyers ask for stands here.')
          : t('Machines stand here while their minutes are counted.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={Clock} title={t('You have sold no hours yet.')}>
      {t(
        'A product sells hours when its part What buyers get says so. Each purchase then stands here, with what is left of it and whether its machine is on.',
      )}
    </EmptyState>
  );
}
