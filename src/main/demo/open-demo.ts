// The people of a trial's demo, and what they have done: opened once, when the trial is.
import { findSummaries } from '#api/product/product-list.store.ts';
import { insertMember } from '#api/seller/member.store.ts';
import { adoptInto } from '#api/seller/operate-sellers.ts';
import { makeSellers } from '#api/seller/seller.store.ts';
import { newUser } from '#api/user/user.rules.ts';
import { setUserType } from '#api/user/user.store.ts';
import { findUser } from '#identity/accounts/user.store.ts';
import type { Payments } from '#payments/server.ts';
import type { Part } from '#platform/http/part.ts';
import type { Parts } from '../build-parts.ts';
import type { Closing } from '../closing.ts';
import type { Stores } from '../open-stores.ts';
import type { Shop } from '../shop.ts';
import { demoLines, disableDemoAccounts, hasDemo, openDemoAccounts } from './demo-accounts.ts';
import { type DemoCaller, signInDemo } from './demo-caller.ts';
import { startDemoProvider } from './demo-provider.ts';
import { type DemoStory, readDemoStory } from './demo-story.ts';
import { type DemoStage, fillDemoMarketplace } from './fill-demo-marketplace.ts';

const actor = { kind: 'job' } as const;

/** Answers the lines that tell where to sign in as whom; none where there is no demo. */
export async function openDemo(
  shop: Shop,
  stores: Stores,
  { api, identity, sandbox }: Parts,
  closing: Closing,
): Promise<string[]> {
  if (!hasDemo(shop) || !identity || !sandbox) {
    const disabled = await disableDemoAccounts(stores);
    if (disabled > 0) shop.progress(`${disabled} demo accounts of a trial were disabled`);
    return [];
  }
  const { accounts, isNew } = await openDemoAccounts(shop, stores);
  const story = await readDemoStory();
  const signingIn = { api, identity, origin: shop.origin, clientId: shop.config.accounts.clientId };
  const startProvider: DemoStage['startProvider'] = async (owner, sellerId) => {
    closing.add(await startDemoProvider({ owner, sellerId }, { dataDir: shop.config.dataDir, log: shop.log }));
  };
  const tellFault = (error: unknown) => shop.log.error({ part: 'demo', error: (error as Error).stack });
  // Where staff need a second factor, nobody of the demo can decide anything.
  if (isNew && shop.settings.staffSecondFactor === 'optional' && (await hasProductsOf(story, stores))) {
    shop.progress('Demo marketplace: people, shops and sales');
    const stage = {
      parts: { api, identity },
      origin: shop.origin,
      clientId: shop.config.accounts.clientId,
      accounts,
      pay: payer(shop.origin, sandbox),
      operator: operatorOf(stores),
      services: { checkout: api.checkout, payouts: api.payouts },
      version: stores.version,
      startProvider,
    };
    // A shop is opened for its products: what its demo lacks keeps nobody out.
    await fillDemoMarketplace(stage, story).catch((error) => {
      tellFault(error);
      shop.progress('The demo marketplace is not whole: npm run reset, and start again, to have it anew');
    });
    // What was paid is beside the ledger from the first look on.
    await api.reconcileProvider().catch(tellFault);
  } else if (!isNew) await startAgain(startProvider, await signInDemo(signingIn, accounts.machines)).catch(tellFault);
  return demoLines(accounts, shop.origin);
}

/** The machines of a trial that was opened before. */
async function startAgain(start: DemoStage['startProvider'], owner: DemoCaller): Promise<void> {
  const { items } = await owner.get('/seller/mine');
  if (items[0]) await start(owner, items[0].seller_id);
}

/** Whether the shop sells the demo catalogue, and not somebody's own. */
async function hasProductsOf({ shops, backOffice }: DemoStory, { database }: Stores): Promise<boolean> {
  const { hours, stock, sale, job } = backOffice;
  const own = [hours.bought.product_id, stock.product_id, sale.product_id, ...job.ids];
  const ids = [...new Set([...shops.flatMap(({ adopts }) => adopts), ...own])];
  return (await findSummaries(database.kysely, ids)).size === ids.length;
}

/** Types the card that always works on the sandbox's page. */
function payer(origin: string, { pages }: Payments): DemoStage['pay'] {
  return async (checkoutUrl, email) => {
    const card = {
      number: '4242424242424242',
      expiry: '12/40',
      cvc: '123',
      name: 'Demo Buyer',
      country: 'DE',
      postcode: '10115',
    };
    const response = await (pages as Part).fetch(
      new Request(checkoutUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
        body: new URLSearchParams({ email, ...card }),
      }),
    );
    if (response.status !== 303) throw new Error(`a payment of the demo was answered with ${response.status}`);
  };
}

function operatorOf({ database: { kysely: db } }: Stores): DemoStage['operator'] {
  const accountOf = async (email: string) => {
    const user = await findUser(db, email);
    if (!user) throw new Error(`the demo has no account of ${email}`);
    return { userId: user.user_id, nickname: user.attributes.nickname ?? '' };
  };
  return {
    async makeStaff(email) {
      const { userId, nickname } = await accountOf(email);
      await setUserType(db, actor, newUser({ email, nickname }, { userId, since: new Date() }), 'admin');
    },
    async addMember(sellerId, email, role) {
      const { userId } = await accountOf(email);
      await insertMember(db, { seller_id: sellerId, account_id: userId, user_id: email, role });
      await makeSellers(db, sellerId);
    },
    async adopt(address, productIds) {
      await adoptInto(db, { actor }, { address }, productIds);
    },
    accountOf: async (email) => (await accountOf(email)).userId,
  };
}
