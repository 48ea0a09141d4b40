import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { useEndpoint } from '../shop-keys/endpoint-actions.ts';
import { toolsPath } from '../shop-keys/tool-actions.ts';

/** Note on whether the shop has an endpoint that can be called. */
export function EndpointNote({ seller }: { seller: SellerHere }) {
  const found = useEndpoint(seller.sellerId);
  if (!found.value) return null;
  const { endpoint } = found.value;
  return (
    <p className={`text-sm ${endpoint ? 'text-ink-2' : 'text-warning'}`}>
      {endpoint ? (
        <>{rich('Your endpoint: {url}.', { url: <bdi className="break-all">{endpoint.url}</bdi> })} </>
      ) : (
        t('The shop has no endpoint yet, so nothing could be set up for buyers. ')
      )}
      <a className="text-link" href={toolsPath(seller.address)}>
        {endpoint ? t('Change it') : t('Set up the endpoint')}
      </a>
    </p>
  );
}
