import { Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SellerHours } from '#contract/goods/access/hours.schema.ts';
import { type SellerHoursFilter, sellerHoursFilters } from '#contract/goods/access/hours.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { OutageDialog } from './outage-dialog.tsx';
import { soldHoursPath, useSoldHours } from './sold-hours.ts';
import { SoldHoursRow } from './sold-hours-row.tsx';

const names: Record<SellerHoursFilter, string> = { requests: 'Wait for you', running: 'Running' };

/** Who has hours, which machines are on, and what buyers wait for. Made anew for another filter. */
export function SoldHoursList(props: { seller: SellerHere; state: SellerHoursFilter | null }) {
  // All of it may be different after an outage.
  const [round, setRound] = useState(0);
  return <List key={round} {...props} isAgain={round > 0} onReload={() => setRound(round + 1)} />;
}

type ListProps = {
  seller: SellerHere;
  state: SellerHoursFilter | null;
  /** What had the focus is gone: it begins here. */
  isAgain: boolean;
  onReload: () => void;
};

function List({ seller, state, isAgain, onReload }: ListProps) {
  const top = useRef<HTMLElement>(null);
  const { first, items, more, replace } = useSoldHours(seller.sellerId, state);
  const [isOutage, setOutage] = useState(false);

  useEffect(() => {
    if (isAgain) top.current?.focus();
  }, [isAgain]);

  const mayAct = seller.acts && seller.role !== 'finance';
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <nav ref={top} tabIndex={-1} aria-label="Which hours" className="flex flex-wrap gap-2 outline-none">
          {[null, ...sellerHoursFilters].map((one) => (
            <a
              key={one}
              href={soldHoursPath(seller.address, one)}
              aria-current={state === one ? 'true' : undefined}
              className="chip"
              data-keep-scroll
            >
              {one ? names[one] : 'All'}
            </a>
          ))}
        </nav>
        {mayAct && items.length > 0 && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setOutage(true)}>
            Record an outage
          </button>
        )}
      </div>
      {state === null && <WaitForShop seller={seller} mayAct={mayAct} onReload={onReload} />}
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault="The hours could not be loaded.">
        {() =>
          items.length === 0 ? (
            <NoHours seller={seller} state={state} />
          ) : (
            <ul aria-label="Hours sold" className="grid border-b">
              {items.map((hours) => (
                <li key={hours.entitlement_id} className="border-t py-5">
                  <SoldHoursRow
                    seller={seller}
                    hours={hours}
                    mayAct={mayAct}
                    onChanged={(next) => replace((one) => one.entitlement_id === next.entitlement_id, next)}
                    onReload={onReload}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>Show older hours</ActionButton>
        </div>
      )}
      {isOutage && (
        <OutageDialog
          sellerId={seller.sellerId}
          products={productsOf(items)}
          onClose={(recorded) => (recorded ? onReload() : setOutage(false))}
        />
      )}
    </>
  );
}

/** What buyers wait for stands first, however long ago they have bought. */
function WaitForShop({ seller, mayAct, onReload }: { seller: SellerHere; mayAct: boolean; onReload: () => void }) {
  const { items, more } = useSoldHours(seller.sellerId, 'requests');
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="mb-8">
      <h2 id="waiting" className="mb-3 text-lg">
        Buyers wait for you
      </h2>
      <ul aria-label="Hours whose buyers wait" className="grid border-b">
        {items.map((hours) => (
          <li key={hours.entitlement_id} className="border-t py-5">
            <SoldHoursRow seller={seller} hours={hours} mayAct={mayAct} onChanged={onReload} onReload={onReload} />
          </li>
        ))}
      </ul>
      {more && (
        <div className="mt-4">
          <ActionButton action={more}>Show more who wait</ActionButton>
        </div>
      )}
      <h2 className="mt-8 text-lg">All hours</h2>
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
        title={state === 'requests' ? 'Nobody waits for you.' : 'No machine is on.'}
        action={{ href: soldHoursPath(seller.address), label: 'Show all hours' }}
      >
        {state === 'requests'
          ? 'Where machines are started and stopped by hand, what buyers ask for stands here.'
          : 'Machines stand here while their minutes are counted.'}
      </EmptyState>
    );
  return (
    <EmptyState icon={Clock} title="You have sold no hours yet.">
      A product sells hours when its part What buyers get says so. Each purchase then stands here, with what is left of
      it and whether its machine is on.
    </EmptyState>
  );
}
