import type { GoodsKind } from '#contract/goods/goods.ts';
import { isLate, isRefunded, type SellerOrder, type SellerOrderLine } from '#contract/ordering/seller-order.ts';
import { t } from '#language/message.ts';
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
          {line.delivered_at || !isOpen
            ? t('Delivered by hand')
            : t('You deliver it by hand, then mark it as delivered')}
        </span>
        {isOpen && line.promised_at && (
          <span className={`mt-1 block ${isLate(line, new Date()) ? 'text-warning' : 'text-ink-3'}`}>
            {isLate(line, new Date()) ? t('Late: promised until ') : t('Promised until ')}
            <LocalTime instant={line.promised_at} />
          </span>
        )}
      </>
    );
  const promised = new Intl.ListFormat('en-US').format(line.goods.map((kind) => words[kind]));
  return (
    <span className="mt-1 block text-ink-3">
      {`${capital(promised)}: ${line.delivered_at ? t('the buyer got them from the library, without you') : t('the buyer gets them in the library, so there is nothing to mark')}`}
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
          {t('{value} missing: the next that you load {value2} to this buyer. ', {
            value: missing === 1 ? t('One key is') : t('{missing} keys are', { missing }),
            value2: missing === 1 ? 'goes' : 'go',
          })}
          <a className="text-link" href={`${editorPath(line.product_id, `?seller=${seller.address}`)}#goods`}>
            {t('Load keys')}
          </a>
        </span>
      )}
      {since && (
        <span className="mt-1 block text-warning">
          {t('Your endpoint has not answered with the access yet, asked since')} <LocalTime instant={since} />
          {promised && (
            <>
              {t(', promised until')} <LocalTime instant={promised} />
            </>
          )}
          .{' '}
          {seller.role === 'owner' && (
            <a className="text-link" href={`${toolsPath(seller.address)}#calls`}>
              {t('See its calls')}
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
