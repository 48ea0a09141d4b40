import type { GoodsKind } from '#contract/goods/goods.ts';
import { isLate, isRefunded, type SellerOrder, type SellerOrderLine } from '#contract/ordering/seller-order.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { editorPath } from '../../selling/listing/listings-address.ts';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { toolsPath } from '../../selling/shop-keys/tool-actions.ts';

const words: Record<GoodsKind, string> = { files: 'files', keys: 'keys', access: 'access', hours: 'hours' };

/** Goods that a line promises, who hands them out, and what it waits for. */
export function SaleLineGoods(props: { order: SellerOrder; line: SellerOrderLine; seller: SellerHere }) {
  const { order, line } = props;
  const isOpen = !line.delivered_at && !isRefunded(line) && order.state !== 'on_hold';
  if (line.goods.length === 0)
    return (
      <>
        <span className="mt-1 block text-ink-3">
          {line.delivered_at || !isOpen ? 'Delivered by hand' : 'You deliver it by hand, then mark it as delivered'}
        </span>
        {isOpen && line.promised_at && (
          <span className={`mt-1 block ${isLate(line, new Date()) ? 'text-warning' : 'text-ink-3'}`}>
            {isLate(line, new Date()) ? 'Late: promised until ' : 'Promised until '}
            <LocalTime instant={line.promised_at} />
          </span>
        )}
      </>
    );
  const promised = new Intl.ListFormat('en-US').format(line.goods.map((kind) => words[kind]));
  return (
    <span className="mt-1 block text-ink-3">
      {`${capital(promised)}: ${line.delivered_at ? 'the buyer got them from the library, without you' : 'the buyer gets them in the library, so there is nothing to mark'}`}
      {isOpen && <Waits {...props} />}
    </span>
  );
}

/** Why it is not delivered yet, and what helps. */
function Waits({ line, seller }: { line: SellerOrderLine; seller: SellerHere }) {
  const { keys_missing: missing, access_waits_since: since, access_promised_at: promised } = line;
  return (
    <>
      {missing > 0 && (
        <span className="mt-1 block text-warning">
          {`${missing === 1 ? 'One key is' : `${missing} keys are`} missing: the next that you load ${missing === 1 ? 'goes' : 'go'} to this buyer. `}
          <a className="text-link" href={`${editorPath(line.product_id, `?seller=${seller.address}`)}#goods`}>
            Load keys
          </a>
        </span>
      )}
      {since && (
        <span className="mt-1 block text-warning">
          Your endpoint has not answered with the access yet, asked since <LocalTime instant={since} />
          {promised && (
            <>
              , promised until <LocalTime instant={promised} />
            </>
          )}
          .{' '}
          {seller.role === 'owner' && (
            <a className="text-link" href={`${toolsPath(seller.address)}#calls`}>
              See its calls
            </a>
          )}
        </span>
      )}
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
