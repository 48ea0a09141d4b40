import { isOpenedSeller } from '#contract/selling/seller.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useMySellers } from '../../selling/seller/use-my-sellers.ts';
import { DisputeList } from './dispute-list.tsx';

/** Disputes of the reader's shops, by their deadlines, and of their own orders. */
export function Component() {
  const shops = (useMySellers().value ?? []).filter(({ state }) => isOpenedSeller(state));
  return (
    <>
      <PageHead title="Disputes" description="What was disputed, and how it stands." noIndex />
      <h1 className="page-title mb-6">Disputes</h1>
      <div className="grid gap-10">
        {shops.map((shop) => (
          <section key={shop.seller_id} aria-label={`Sales of ${shop.name}`}>
            <h2 className="mb-3 text-lg">
              Sales of <bdi>{shop.name}</bdi>
            </h2>
            <DisputeList
              sellerId={shop.seller_id}
              label={`Disputes of sales of ${shop.name}`}
              empty="When a buyer disputes something that this shop has sold, it stands here with the time to answer."
            />
          </section>
        ))}
        <section aria-label="Your orders">
          {shops.length > 0 && <h2 className="mb-3 text-lg">Your orders</h2>}
          <DisputeList
            sellerId={null}
            label="Disputes of your orders"
            empty="If something that you bought did not come, or is not what it should be, report it from your order."
          />
        </section>
      </div>
    </>
  );
}
