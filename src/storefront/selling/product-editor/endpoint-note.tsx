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
        <>
          Your endpoint: <bdi className="break-all">{endpoint.url}</bdi>.{' '}
        </>
      ) : (
        'The shop has no endpoint yet, so nothing could be set up for buyers. '
      )}
      <a className="text-link" href={toolsPath(seller.address)}>
        {endpoint ? 'Change it' : 'Set up the endpoint'}
      </a>
    </p>
  );
}
