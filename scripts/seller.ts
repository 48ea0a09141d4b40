// npm run seller -- COMMAND: what an operator does with shops of sellers.
import { parseArgs } from 'node:util';
import { countOpen } from '#api/selling/seller/closing/closing.store.ts';
import { listMembers } from '#api/selling/seller/member/member.store.ts';
import { findSellerIdByAddress, listSellers } from '#api/selling/seller/operated/adopt.store.ts';
import { adoptionRefusal } from '#api/selling/seller/operated/adoption.rules.ts';
import { adoptInto, openSeller } from '#api/selling/seller/operated/operate-sellers.ts';
import { findSeller } from '#api/selling/seller/seller.store.ts';
import { printable } from '#api/text/printable-text.rules.ts';
import { isCountry } from '#contract/countries.ts';
import { userIdOf } from '#contract/people/user.ts';
import { findUser } from '#identity/accounts/user.store.ts';
import { readStore } from '#main/config/store-file.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run seller -- COMMAND

  list                             the newest shops, with their states, people and products
  show ADDRESS                     one of them: what it says, who belongs to it, what is open
  create ADDRESS [OPTIONS]         opens a shop that is approved from its beginning
  adopt ADDRESS PRODUCT_ID...      hands products of your own to a shop: from then on it changes them by itself

  --name NAME       of the new shop                --owner EMAIL     whose account owns it
  --country CODE    such as DE                     --support EMAIL   where buyers get help; the owner's address by default`;

const LISTED = 200;
const options = {
  name: { type: 'string' },
  owner: { type: 'string' },
  country: { type: 'string', default: '' },
  support: { type: 'string' },
} as const;

await runCommand(USAGE, async (args) => {
  const { command, address, ids, given } = readArguments(args);
  if (command === 'list') await list();
  else if (command === 'show' && address) await show(address);
  else if (command === 'create' && address) console.log(await create(address, given));
  else if (command === 'adopt' && address && ids.length > 0) console.log(await adopt(address, ids));
  else throw new StartError(USAGE);
  return 0;
});

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [command = '', address = '', ...ids] = positionals;
    return { command, address, ids: [...new Set(ids)], given: values };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

async function list() {
  const sellers = await withShop(({ kysely }) => listSellers(kysely, LISTED));
  if (sellers.length === 0) return console.log('There is no shop of a seller yet.');
  console.table(
    sellers.map(({ created_at, name, ...seller }) => ({
      ...seller,
      name: printable(name ?? ''),
      since: created_at.toISOString().slice(0, 10),
    })),
  );
}

async function show(address: string) {
  await withShop(async ({ kysely: db }) => {
    const sellerId = await findSellerIdByAddress(db, address);
    const seller = sellerId && (await findSeller(db, sellerId));
    if (!seller) throw noSeller(address);
    const open = await countOpen(db, seller.seller_id);
    const facts = {
      id: seller.seller_id,
      name: seller.name,
      address: seller.address,
      state: seller.state,
      reason: seller.reason,
      country: seller.country,
      responsible: seller.responsible,
      sells: seller.sells,
      support: `${seller.support_email} (${seller.support_confirmed === seller.support_email.toLowerCase() ? 'confirmed' : 'not confirmed'})`,
      'products on sale': open.productsOnSale,
      'open orders': open.openOrders,
    };
    for (const [name, value] of Object.entries(facts))
      console.log(`${name.padEnd(18)}${printable(String(value ?? ''))}`);
    console.table(
      (await listMembers(db, seller.seller_id)).map(({ user_id, role, account_id }) => ({ user_id, role, account_id })),
    );
  });
}

type Given = { name?: string; owner?: string; country: string; support?: string };

async function create(address: string, { name, owner, country, support }: Given): Promise<string> {
  if (!name || !owner) throw new StartError('Give the new shop a --name and an --owner.');
  if (country !== '' && !isCountry(country)) throw new StartError(`${country} is no code of a country, such as DE.`);
  return withShop(async ({ kysely }, config) => {
    const account = await findUser(kysely, owner);
    if (!account) throw new StartError(`There is no account of ${owner}. See: npm run user -- list`);
    const email = userIdOf(owner);
    const opened = await openSeller(kysely, { actor: operator() }, (await readStore(config.storeFile)).name, {
      name,
      address,
      country,
      supportEmail: support ?? email,
      owner: { accountId: account.user_id, email, nickname: account.attributes.nickname ?? '' },
    });
    if ('refused' in opened) throw new StartError(opened.message);
    return `${name} is open. Its page is /sellers/${address}.`;
  });
}

async function adopt(address: string, ids: string[]): Promise<string> {
  const done = await withShop(({ kysely }) => adoptInto(kysely, { actor: operator() }, { address }, ids));
  if (!done) throw noSeller(address);
  const refused = adoptionRefusal(done);
  if (refused) throw new StartError(refused);
  const had = done.had.length > 0 ? ` ${done.had.length} it had before.` : '';
  return `${done.adopted.length} ${done.adopted.length === 1 ? 'product is' : 'products are'} of ${address} now.${had}`;
}

function noSeller(address: string): StartError {
  return new StartError(`There is no shop at the address ${printable(address)}. See: npm run seller -- list`);
}
