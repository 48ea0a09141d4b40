// The people of a trial's demo, and what they have done: opened once, when the trial is.
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Payments } from '@hearth/payment-sandbox';
import { findSummaries } from '#api/catalogue/product/product-list.store.ts';
import { newUser } from '#api/people/user/user.rules.ts';
import { setUserType } from '#api/people/user/user.store.ts';
import { insertMember, listSellerIdsOf } from '#api/selling/seller/member/member.store.ts';
import { adoptInto } from '#api/selling/seller/operated/operate-sellers.ts';
import { makeSellers } from '#api/selling/seller/seller.store.ts';
import { findUser } from '#identity/accounts/user.store.ts';
import type { Part } from '#platform/http/part.ts';
import type { Closing } from '../closing.ts';
import type { Stores } from '../open-stores.ts';
import type { Parts } from '../parts/build-parts.ts';
import type { Shop } from '../shop.ts';
import {
  type DemoLogin,
  type DemoPerson,
  demoEmails,
  demoLogins,
  disableDemoAccounts,
  hasDemo,
  openDemoAccounts,
  withSecondFactor,
} from './demo-accounts.ts';
import { type DemoCaller, signInDemo } from './demo-caller.ts';
import { startDemoProvider } from './demo-provider.ts';
import { type DemoStory, readDemoStory } from './demo-story.ts';
import { publishDemoFiles } from './fill-demo-files.ts';
import { type DemoStage, fillDemoMarketplace } from './fill-demo-marketplace.ts';

const actor = { kind: 'job' } as const;

/** More than the demo's people place. */
const DEMO_ORDERS = 1_000;

/** Beside the data: the marketplace of the demo was begun and did not come to its end. */
const UNFINISHED = 'demo-unfinished';
const START_ANEW = 'stop the shop, type npm run reset, and start again to have it anew';

/**
 * Answers who can sign in as whom; nobody where there is no demo. A shop is opened for its products: whatever the demo lacks is told, and
 * keeps nobody out.
 */
export async function openDemo(
  shop: Shop,
  stores: Stores,
  { api, identity, sandbox, work }: Parts,
  closing: Closing,
): Promise<DemoLogin[]> {
  const warn = (what: string) => (error: unknown) => {
    shop.log.warn({ part: 'demo', error: (error as Error).stack });
    shop.progress(what);
  };
  if (!hasDemo(shop) || !identity || !sandbox) {
    const disabled = await disableDemoAccounts(stores);
    if (disabled > 0) shop.progress(`${disabled} demo accounts of a trial were disabled`);
    return [];
  }
  try {
    const story = await readDemoStory();
    const begun = await hasBegun(stores);
    // Its people have nothing to do in a shop of somebody else's products.
    if (!begun && !(await hasProductsOf(story, stores))) return [];
    const accounts = await openDemoAccounts(shop, stores);
    const signingIn = { api, identity, origin: shop.origin, clientId: shop.config.accounts.clientId };
    const signIn = (person: DemoPerson) =>
      withSecondFactor(stores, accounts[person], (code) => signInDemo(signingIn, accounts[person], code));
    const startProvider: DemoStage['startProvider'] = async (staff, owner, sellerId) => {
      const settings = [
        { by: owner, path: `/seller/${sellerId}/provision-endpoint` },
        { by: staff, path: '/admin/provision-endpoint' },
      ];
      const stop = await startDemoProvider(settings, { dataDir: shop.config.dataDir, log: shop.log });
      if (closing.hasBegun()) await stop();
      else closing.add(stop);
    };
    if (!begun) {
      shop.progress('Demo marketplace: people, shops and sales');
      await work.start();
      await fill(
        {
          signIn,
          pay: payer(shop.origin, sandbox),
          operator: operatorOf(stores),
          services: { checkout: api.ordering.service, payouts: api.money.payouts },
          version: stores.version,
          publishFiles: (ids) => publishDemoFiles(stores, shop, ids),
          startProvider,
        },
        story,
        shop,
      ).catch(warn(`The demo marketplace is not whole: ${START_ANEW}`));
      // The home page has its rows from the first look on.
      await api.selling.countBuyers().catch(warn('What is bought most is not counted yet: the next hour does it'));
      // Payments are reconciled with the ledger from the first look on.
      await api.money
        .reconcileProvider()
        .catch(warn('The payments of the demo are not compared yet: the next hour does it'));
    } else {
      if (existsSync(join(shop.config.dataDir, UNFINISHED)))
        shop.progress(`The demo marketplace is not whole: ${START_ANEW}`);
      // The shop is open meanwhile: what is asked of the machines is asked again until they answer.
      const started = startAgain(startProvider, signIn).catch(
        warn(`The machines of the demo do not run. Start again; should they still not run, ${START_ANEW}`),
      );
      closing.add(() => started);
    }
    return demoLogins(accounts);
  } catch (error) {
    warn(`The demo accounts are not there. Start again; should they still be missing, ${START_ANEW}`)(error);
    return [];
  }
}

async function fill(stage: DemoStage, story: DemoStory, { config }: Shop): Promise<void> {
  const mark = join(config.dataDir, UNFINISHED);
  const { checkout } = stage.services;
  const { limits } = checkout;
  await writeFile(mark, '');
  // Orders of the demo are no stranger's: settings that limit an account's leave it whole.
  checkout.limits = { ...limits, openPerAccount: DEMO_ORDERS, placedPerAccount: DEMO_ORDERS };
  try {
    await fillDemoMarketplace(stage, story);
  } finally {
    checkout.limits = limits;
  }
  await rm(mark);
}

/** True if the people of the demo have done anything: a trial that was first opened without products begins when it has some. */
async function hasBegun({ database: { kysely: db } }: Stores): Promise<boolean> {
  const shops = await Promise.all(demoEmails.map((email) => listSellerIdsOf(db, 'user_id', email)));
  return shops.flat().length > 0;
}

/** The machines of a trial that was opened before. */
async function startAgain(
  start: DemoStage['startProvider'],
  signIn: (person: DemoPerson) => Promise<DemoCaller>,
): Promise<void> {
  const [staff, owner] = [await signIn('staff'), await signIn('machines')];
  const { items } = await owner.get('/seller/mine');
  if (items[0]) await start(staff, owner, items[0].seller_id);
}

/** Requests that waited for too long, or that their client abandoned. */
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
      await setUserType(db, actor, newUser({ email, nickname }, { userId, since: new Date() }, null), 'admin');
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
