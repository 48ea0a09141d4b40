// One origin: parts by the first step of the path, files as the table of addresses says, everything else is a page.
import type { AddressTable, SiteAddress } from '#contract/site-address.ts';
import { type CachedPart, cacheResponses } from '#platform/cache/response-cache.ts';
import { type Cost, limitMaking } from '#platform/http/door/limit-making.ts';
import type { Part } from '#platform/http/part.ts';
import { pathOf } from '#platform/http/request-address.ts';
import { cacheAddress } from '../config/cache-address.ts';
import { countViews } from '../count-views.ts';
import type { Stores } from '../open-stores.ts';
import type { Shop } from '../shop.ts';
import type { Parts } from './build-parts.ts';

/** The whole site, whose public answers are cached until the catalogue changes. */
export function joinParts(
  parts: Parts,
  addresses: AddressTable,
  { version }: Stores,
  { config, development, origin }: Shop,
): CachedPart {
  const costOf = (path: string) => toCost(addresses.find(path));
  const made = limitMaking(byPath(parts, addresses), { percent: config.workPerNetwork, costOf });
  const cached = cacheResponses(made, {
    version: version.current,
    maxBytes: development ? 0 : config.cacheBytes,
    addressOf: (url) => cacheAddress(addresses, url, origin),
  });
  return countViews(cached, parts);
}

function toCost({ costs, caching, whileTyping }: SiteAddress): Cost | null {
  return costs === undefined
    ? null
    : { milliseconds: costs, streams: caching === 'streamed', aside: whileTyping === true };
}

function byPath(
  { api, hub, storefront, pictures, admin, files, identity, outbox, sandbox }: Parts,
  addresses: AddressTable,
): Part {
  const byFirstStep = new Map([
    ['api', api],
    ['pictures', pictures],
    ['admin', admin],
    ['identity', identity],
    ['outbox', outbox],
    ['pay', sandbox?.pages],
  ]);
  return {
    fetch(request, peer) {
      const path = pathOf(request.url);
      const { isHub, isFile } = addresses.find(path);
      if (isHub) return hub.fetch(request, peer);
      const part = byFirstStep.get(path.split('/', 2)[1] ?? '');
      if (part) return part.fetch(request, peer);
      return isFile ? files.fetch(request) : storefront.fetch(request);
    },
  };
}
