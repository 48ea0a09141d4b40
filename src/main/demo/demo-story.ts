// Actions of the demo's people before the trial was opened (catalogue/demo/marketplace.json).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Goods } from '#contract/goods/goods.ts';
import type { FileSample } from '#contract/goods/release.ts';
import type { MakeFeeRule } from '#contract/money/commission.schema.ts';
import type { LineDisputeReason } from '#contract/ordering/dispute-terms.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { SellerRole } from '#contract/selling/seller.ts';
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
  /** Public samples of its files, by their paths. */
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

type DemoChange = {
  shop: DemoPerson;
  product_id: string;
  change: { product_name?: string; replace?: Array<[string, string]>; append?: string };
};

/** So many days before the trial is opened, at an hour of that day in UTC. */
export type DemoTime = { day: number; hour: number };

export type DemoSale = DemoTime & {
  ref: string;
  shop: DemoPerson;
  buyer: DemoPerson;
  product_id: string;
  selected_options?: SelectedOption[];
  /** True if the coupon of the story is used. */
  coupon?: boolean;
  /** After the payment; unset: it is not delivered yet. */
  delivered_after_hours?: number;
};

/** History of the shops' money before the trial was opened. */
export type DemoWallet = {
  /** The day of the first of it, and from when on its rules are in force. */
  opened: number;
  feeRules: Array<Pick<MakeFeeRule, 'name' | 'category' | 'percent' | 'fixed' | 'returned'>>;
  coupon: { code: string; percent: number; seller_percent: number };
  /** Where the money of a shop goes to from then on. */
  accounts: Array<DemoTime & { shop: DemoPerson; holder: string; iban: string; town: string; country: string }>;
  sales: DemoSale[];
  /** `dollars` null: all of it. */
  refunds: Array<DemoTime & { sale: string; dollars: number | null; reason: string }>;
  payouts: Array<
    DemoTime & {
      shop: DemoPerson;
      sent_after_days: number;
      paid_after_days?: number;
      failed?: { after_days: number; reason: string };
    }
  >;
  /** It waits for the answer of the shop. */
  dispute: DemoTime & { sale: string; reason: LineDisputeReason; text: string };
};

/** Actions of the staff. */
export type DemoBackOffice = {
  /** Deliverables of one of the operator's own products, and the buyer's purchase of it. */
  hours: { goods: Goods; bought: { product_id: string; quantity: number; selected_options: SelectedOption[] } };
  stock: { product_id: string; selected_options: SelectedOption[]; before: number; after: number; reason: string };
  sale: { product_id: string; in_days: number; days: number; percent: number };
  /** To the first of the shops. */
  goodwill: { dollars: number; reason: string };
  job: { kind: string; asked: Record<string, unknown>; ids: string[] };
  /** `columns`: what those hold that are called otherwise than a field. */
  file: { name: string; columns: Record<string, string>; lines: string[] };
};

/** How many people looked at each product of the shops, a day, and how many of them put it into their cart. */
export type DemoVisits = { days: number; least: number; most: number; adds_percent: number };

export type DemoStory = {
  shops: DemoShop[];
  waitingApplication: { owner: DemoPerson; application: Application };
  listings: DemoListing[];
  changes: DemoChange[];
  goods: DemoGoods[];
  /** Machines of the operator's own that are started and stopped by an endpoint, also those that are handed over to a shop. */
  machineHours: { goods: Goods; products: string[] };
  /** Products of the operator's own that get files. */
  files: string[];
  /** By their refs: bought with the first release of each. */
  goodsPurchases: Array<{ ref: string; quantity: number }>;
  /** Whose machine the buyer has started. */
  startsMachine: string;
  wallet: DemoWallet;
  /** Dollars that the buyer pays in to their wallet, and what of a purchase is paid from it. */
  paidIn: number;
  purchases: Array<{
    items: Array<{ product_id: string; quantity: number }>;
    from_wallet?: number;
    delivered: boolean;
  }>;
  question: { product_id: string; asks: string; answers: string; asksAgain: string };
  /** A message that the shop it was written to has reported. */
  reported: { from: DemoPerson; product_id: string; text: string; reason: string };
  review: { product_id: string; rate: number; review_text: string; response: string };
  visits: DemoVisits;
  backOffice: DemoBackOffice;
};

export async function readDemoStory(): Promise<DemoStory> {
  return JSON.parse(await readFile(join(root, 'catalogue/demo/marketplace.json'), 'utf8')) as DemoStory;
}

/** Content of a listing after its change. */
export function changedContent(content: ListingContent, { change }: DemoChange): ListingContent {
  let description = content.description ?? '';
  for (const [before, after] of change.replace ?? []) description = description.replaceAll(before, after);
  return {
    ...content,
    ...(change.product_name && { product_name: change.product_name }),
    description: description + (change.append ?? ''),
  };
}
