// What the demo's people have done before the trial was opened (catalogue/demo/marketplace.json).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListingContent } from '#contract/listing.ts';
import type { FileSample } from '#contract/release.ts';
import type { SellerRole } from '#contract/seller.ts';
import { root } from '../shop.ts';
import type { DemoPerson } from './demo-accounts.ts';

type Application = {
  name: string;
  address: string;
  country: string;
  responsible: string;
  sells: string;
  about: string;
  support_email: string;
};

export type DemoShop = {
  owner: DemoPerson;
  members: Array<{ person: DemoPerson; role: SellerRole }>;
  invited?: { email: string; role: SellerRole };
  application: Application;
  /** Products of the demo catalogue that the operator hands over to it. */
  adopts: string[];
};

export type DemoListing = {
  shop: DemoPerson;
  becomes: 'draft' | 'waiting' | 'returned' | 'paused' | 'archived' | 'hidden';
  /** Why it is returned or hidden. */
  reason?: string;
  content: ListingContent;
};

export type DemoRelease = {
  version: string;
  notes: string;
  /** In catalogue/demo/goods. */
  folder: string;
  /** What everybody may see of its files, by their paths. */
  samples?: Record<string, FileSample>;
};

/** A product that is delivered without anybody's hand. */
export type DemoGoods = {
  ref: string;
  shop: DemoPerson;
  content: ListingContent;
  releases?: DemoRelease[];
  /** How many keys are loaded. */
  keys?: number;
};

export type DemoChange = {
  shop: DemoPerson;
  product_id: string;
  change: { product_name?: string; replace?: Array<[string, string]>; append?: string };
};

export type DemoStory = {
  shops: DemoShop[];
  waitingApplication: { owner: DemoPerson; application: Application };
  listings: DemoListing[];
  changes: DemoChange[];
  goods: DemoGoods[];
  /** By their refs: bought with the first release of each. */
  goodsPurchases: Array<{ ref: string; quantity: number }>;
  /** Whose machine the buyer has started. */
  startsMachine: string;
  purchases: Array<{ items: Array<{ product_id: string; quantity: number }>; delivered: boolean }>;
  question: { product_id: string; asks: string; answers: string; asksAgain: string };
  /** A message that the shop it was written to has reported. */
  reported: { from: DemoPerson; product_id: string; text: string; reason: string };
  review: { product_id: string; rate: number; review_text: string; response: string };
};

export async function readDemoStory(): Promise<DemoStory> {
  return JSON.parse(await readFile(join(root, 'catalogue/demo/marketplace.json'), 'utf8')) as DemoStory;
}

/** What stands in a listing after its change. */
export function changedContent(content: ListingContent, { change }: DemoChange): ListingContent {
  let description = content.description ?? '';
  for (const [before, after] of change.replace ?? []) description = description.replaceAll(before, after);
  return {
    ...content,
    ...(change.product_name && { product_name: change.product_name }),
    description: description + (change.append ?? ''),
  };
}
