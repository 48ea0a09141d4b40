// Plays what the demo's people have done: shops that were let in, products in every state, sales, a question, a review. It runs
// once, when a trial is opened for the first time, by the API that people use.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { Stores } from '../open-stores.ts';
import { type DemoPerson, demoPeople } from './demo-accounts.ts';
import type { DemoCaller } from './demo-caller.ts';
import { changedContent, type DemoListing, type DemoShop, type DemoStory } from './demo-story.ts';
import { fillDemoBackOffice } from './fill-demo-back-office.ts';
import { type SoldGoods, sellGoods, sellLaterReleases } from './fill-demo-goods.ts';
import { fillDemoVisits } from './fill-demo-visits.ts';
import { fillDemoWallet, type WalletServices } from './fill-demo-wallet.ts';

export type DemoStage = {
  signIn: (person: DemoPerson) => Promise<DemoCaller>;
  /** Pays a card session of the sandbox. */
  pay: (checkoutUrl: string, email: string) => Promise<void>;
  /** Commands of the operator. */
  operator: {
    makeStaff: (email: string) => Promise<void>;
    addMember: (sellerId: string, email: string, role: DemoShop['members'][number]['role']) => Promise<void>;
    adopt: (sellerAddress: string, productIds: string[]) => Promise<void>;
    accountOf: (email: string) => Promise<string>;
  };
  /** Services that create orders and payouts, at the times of the story. */
  services: WalletServices;
  version: Stores['version'];
  /** Writes files for these products of the operator's own, and makes them what buyers get. */
  publishFiles: (productIds: string[]) => Promise<void>;
  /** Starts the machines of a shop and those of the operator's own, and makes them their endpoint. */
  startProvider: (staff: DemoCaller, owner: DemoCaller, sellerId: string) => Promise<void>;
};

type Cast = Record<DemoPerson, DemoCaller>;

export async function fillDemoMarketplace(stage: DemoStage, story: DemoStory): Promise<void> {
  const cast = await signInEverybody(stage);
  // The first request for a person's record creates it.
  for (const { email, get } of Object.values(cast)) await get(`/user/${encodeURIComponent(email)}`);
  await stage.operator.makeStaff(cast.staff.email);
  await setUpMachines(cast.staff, story.machineHours);
  await stage.publishFiles(story.files);
  const shops = new Map<DemoPerson, string>();
  for (const shop of story.shops) shops.set(shop.owner, await openShop(stage, cast, shop));
  await stage.startProvider(cast.staff, cast.machines, sellerOf(shops, 'machines'));
  const { owner, application } = story.waitingApplication;
  await apply(cast[owner], application);
  for (const listing of story.listings) await list(cast, sellerOf(shops, listing.shop), listing);
  for (const change of story.changes) {
    const seller = cast[change.shop];
    const path = `/seller/${sellerOf(shops, change.shop)}/listing/${change.product_id}`;
    const { revision, content } = (await seller.get(path)) as { revision: number; content: ListingContent };
    const saved = await seller.put(`${path}/draft`, { revision, content: changedContent(content, change) });
    await seller.post(`${path}/submit`, { revision: saved.revision });
  }
  // Before what is bought today: what an account is told of comes in the order of time.
  await fillDemoWallet(stage.services, story.wallet, {
    cast,
    accountOf: (person) => stage.operator.accountOf(cast[person].email),
    sellerOf: (owner) => sellerOf(shops, owner),
  });
  await buyAndTalk(stage, cast, story, shops);
  await tradeGoods(stage, cast, story, shops);
  await fillDemoVisits(
    stage.services.checkout,
    story.visits,
    story.shops.flatMap(({ adopts }) => adopts),
  );
  await fillDemoBackOffice(
    {
      staff: cast.staff,
      sellerId: sellerOf(shops, 'seller'),
      buy: (items) => buy(stage, cast.buyer, items),
    },
    story.backOffice,
  );
  await stage.version.refresh();
}

async function signInEverybody({ signIn }: DemoStage): Promise<Cast> {
  const signed = demoPeople.map(async (person) => [person, await signIn(person)] as const);
  return Object.fromEntries(await Promise.all(signed)) as Cast;
}

function sellerOf(shops: Map<DemoPerson, string>, owner: DemoPerson): string {
  const sellerId = shops.get(owner);
  if (!sellerId) throw new Error(`the demo has no shop of ${owner}`);
  return sellerId;
}

async function apply(owner: DemoCaller, application: DemoShop['application']): Promise<string> {
  const { seller_id: sellerId } = await owner.post('/seller');
  await owner.put(`/seller/${sellerId}`, { ...application, terms_accepted: true });
  await owner.post(`/seller/${sellerId}/submit`);
  return sellerId;
}

/** Before some are handed over: the endpoint of whom they belong to starts and stops them. */
async function setUpMachines(staff: DemoCaller, { goods, products }: DemoStory['machineHours']): Promise<void> {
  for (const id of products) {
    const { mark } = await staff.get(`/admin/product/${id}`);
    await staff.put(`/admin/product/${id}`, { mark, fields: { goods } });
  }
}

async function openShop({ operator }: DemoStage, cast: Cast, shop: DemoShop): Promise<string> {
  const owner = cast[shop.owner];
  const sellerId = await apply(owner, shop.application);
  await approveAll(cast.staff, sellerId);
  for (const { person, role } of shop.members) await operator.addMember(sellerId, cast[person].email, role);
  if (shop.invited) await owner.post(`/seller/${sellerId}/invitation`, shop.invited);
  await operator.adopt(shop.application.address, shop.adopts);
  return sellerId;
}

/** Approves what waits for this subject. */
async function approveAll(staff: DemoCaller, subjectId: string): Promise<void> {
  await staff.post(`/admin/approval/${await waitingFor(staff, subjectId)}/approve`);
}

async function waitingFor(staff: DemoCaller, subjectId: string): Promise<string> {
  const { items } = (await staff.get('/admin/approval?limit=100')) as { items: Array<{ approval_id: string }> };
  for (const { approval_id: id } of items) {
    const { subject_id: found } = await staff.get(`/admin/approval/${id}`);
    if (found === subjectId) return id;
  }
  throw new Error(`nothing of the demo waits for ${subjectId}`);
}

async function list(cast: Cast, sellerId: string, { shop, becomes, reason, content }: DemoListing): Promise<void> {
  const seller = cast[shop];
  const { staff } = cast;
  const { product_id: productId, revision } = await seller.post(`/seller/${sellerId}/listing`, { content });
  const path = `/seller/${sellerId}/listing/${productId}`;
  if (becomes === 'draft') return;
  await seller.post(`${path}/submit`, { revision });
  if (becomes === 'waiting') return;
  if (becomes === 'returned') {
    await staff.post(`/admin/approval/${await waitingFor(staff, productId)}/return`, { reason });
    return;
  }
  await approveAll(staff, productId);
  if (becomes === 'paused') await seller.post(`${path}/pause`);
  if (becomes === 'archived') await seller.post(`${path}/archive`);
  if (becomes === 'hidden') await staff.post(`/admin/listing/${productId}/hide`, { reason });
}

/** Bought before the later releases came, so that the buyer's library has something new. */
async function tradeGoods(stage: DemoStage, cast: Cast, story: DemoStory, shops: Map<DemoPerson, string>) {
  const { buyer, staff } = cast;
  const approve = (productId: string) => approveAll(staff, productId);
  const sold = new Map<string, SoldGoods>();
  for (const goods of story.goods)
    sold.set(goods.ref, await sellGoods(cast[goods.shop], sellerOf(shops, goods.shop), goods, approve));
  for (const { ref, quantity } of story.goodsPurchases)
    await buy(stage, buyer, [{ product_id: sold.get(ref)?.productId ?? ref, quantity }]);
  for (const goods of sold.values())
    await sellLaterReleases(cast[goods.shop], sellerOf(shops, goods.shop), goods, approve);
  const { entries } = await buyer.get('/library?kind=hours');
  const machine = entries.find(
    ({ product }: { product: { id: string } }) => product.id === sold.get(story.startsMachine)?.productId,
  );
  if (machine) await buyer.post(`/library/${machine.entitlement_id}/hours/start`);
}

async function buy(
  stage: DemoStage,
  buyer: DemoCaller,
  items: Array<{ product_id: string; quantity: number; selected_options?: SelectedOption[] }>,
  fromWallet = 0,
) {
  const quote = await buyer.post('/cart/quote', { items });
  const paid = { amount: quote.total, ...(fromWallet > 0 && { wallet_amount: fromWallet }) };
  const { checkout_url, order_id } = await buyer.post('/checkout-session', { items, ...paid });
  // Free orders are paid already.
  if (quote.total > 0) await stage.pay(checkout_url, buyer.email);
  await buyer.get('/success');
  return order_id as string;
}

/** Answers whether there is anything in the wallet: a shop may take nothing for it. */
async function payIn(stage: DemoStage, buyer: DemoCaller, amount: number): Promise<boolean> {
  const { is_open: isOpen } = await buyer.get('/buyer-wallet');
  if (!isOpen) return false;
  const asked = await buyer.post('/buyer-wallet/pay-in', { amount, request_key: 'the-first-of-the-demo' });
  await stage.pay(asked.checkout_url, buyer.email);
  await buyer.get(`/buyer-wallet/pay-in/${asked.pay_in_id}`);
  return true;
}

async function buyAndTalk(
  stage: DemoStage,
  cast: Cast,
  story: DemoStory,
  shops: Map<DemoPerson, string>,
): Promise<void> {
  const { buyer, seller } = cast;
  const sellerId = sellerOf(shops, 'seller');
  const hasWallet = await payIn(stage, buyer, story.paidIn);
  for (const { items, from_wallet, delivered } of story.purchases) {
    const orderId = await buy(stage, buyer, items, hasWallet ? from_wallet : 0);
    if (delivered) await seller.post(`/seller/${sellerId}/order/${orderId}/deliver`, {});
  }
  const { question, reported, review } = story;
  const { thread_id: threadId } = await buyer.post('/thread', { product_id: question.product_id, text: question.asks });
  // A writer has read the messages before; the last question waits for its answer.
  await seller.post(`/seller/${sellerId}/thread/${threadId}/read`, {});
  await seller.post(`/seller/${sellerId}/thread/${threadId}/message`, { text: question.answers });
  await buyer.post(`/thread/${threadId}/read`, {});
  await buyer.post(`/thread/${threadId}/message`, { text: question.asksAgain });
  const { thread_id: reportedId } = await cast[reported.from].post('/thread', {
    product_id: reported.product_id,
    text: reported.text,
  });
  await seller.post(`/seller/${sellerId}/thread/${reportedId}/read`, {});
  await seller.post(`/seller/${sellerId}/thread/${reportedId}/report`, { reason: reported.reason });
  const { review_id: reviewId } = await buyer.post('/review', {
    product_id: review.product_id,
    rate: review.rate,
    review_text: review.review_text,
  });
  await seller.put(`/seller/${sellerId}/review/${reviewId}/response`, { text: review.response });
  await buyer.put(`/saved-product/${question.product_id}`, { alerts: ['cheaper'] });
}
