import { countText, quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import { lineKey, selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { useShop } from '../../shop/shop-context.ts';

/** Lines that fit on the paper. */
const SHOWN_LINES = 10;

/**
 * A printer whose paper comes out in steps, again and again. The paper is a picture of the order, as far as it is known;
 * the order itself stands in My Orders.
 */
export function ReceiptPrinter({ order }: { order: Order | null }) {
  const { store } = useShop();
  return (
    <div aria-hidden="true" className="min-w-0 self-start">
      <div className="relative z-10 rounded-xl border border-white/10 bg-[#17181c] p-4 pb-3">
        <p className="eyebrow mb-3 flex items-center gap-2 px-1 text-white/70">
          {rich('{span}Printing', { span: <span className="size-2 rounded-full bg-white/60" /> })}
        </p>
        <div className="slot" />
      </div>
      <div className="relative z-20 -mt-4 px-7 [clip-path:inset(0_-60px_-80px_-60px)]">
        <div className="paper" data-testid="paper">
          <div className="paper-sheet px-6 pb-10 pt-8 font-mono text-[.8125rem] leading-6">
            <p className="text-center text-base font-[700]">{store.name.toUpperCase()}</p>
            <p className="text-center text-xs">
              {order ? t('Order {order_id}', { order_id: order.order_id }) : store.tagline}
            </p>
            <Rule />
            {order && <Lines order={order} />}
            <p className="text-center">{t('Thank you')}</p>
            <div className="mt-5 h-12 bg-[repeating-linear-gradient(90deg,#17181c_0_2px,transparent_2px_5px,#17181c_5px_6px,transparent_6px_10px,#17181c_10px_13px,transparent_13px_15px)]" />
          </div>
        </div>
      </div>
    </div>
  );
}

function Lines({ order }: { order: Order }) {
  const more = order.products.length - SHOWN_LINES;
  return (
    <>
      {order.products.slice(0, SHOWN_LINES).map((line) => (
        <div key={lineKey(line)}>
          <Line
            name={line.product_name}
            quantity={countText(line.num, line.machines)}
            amount={formatAmount(line.amount)}
          />
          <p className="text-xs leading-5">
            <bdi>{detailsOf(line)}</bdi>
          </p>
        </div>
      ))}
      {more > 0 && <p>{t('and {more} more', { more })}</p>}
      {order.discount > 0 && <Line name={t('Discount')} amount={`−${formatAmount(order.discount)}`} />}
      <Rule />
      <div className="text-base font-[700]">
        <Line name="TOTAL" amount={formatAmount(order.total)} />
      </div>
      <Rule />
    </>
  );
}

/** 'Region: Norway, GPUs: 8; 24 hours'. */
function detailsOf({
  selected_options: selected = [],
  price_unit: unit = '',
  num,
  machines,
}: Order['products'][number]): string {
  return [selectedOptionsText(selected), quantityInUnits(num, unit, machines)].filter(Boolean).join('; ');
}

function Line({ name, quantity = '1', amount }: { name: string; quantity?: string; amount: string }) {
  return (
    <p className="flex items-end justify-between gap-4">
      <span className="min-w-0">
        <bdi>{name}</bdi>
        {quantity !== '1' && `\u00a0×${quantity}`}
      </span>
      <span className="flex-none">{amount}</span>
    </p>
  );
}

function Rule() {
  return <hr className="my-4 border-dashed !border-[#17181c]/40" />;
}
