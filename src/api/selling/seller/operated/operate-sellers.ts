// Actions of an operator on shops, by the command or as somebody of the staff.
import { randomUUID } from 'node:crypto';
import type { Adoption } from '#contract/selling/staff-seller.schema.ts';
import { newUser } from '../../../people/ports.rules.ts';
import { saveUser } from '../../../people/ports.ts';
import type { Db } from '../../../schema/db.ts';
import { foreignNameFault } from '../../../text/foreign-words.rules.ts';
import { addressSkeleton, nameSkeleton } from '../../../text/skeleton.rules.ts';
import { updateListed } from '../../listing/listed.store.ts';
import { endSalesOf } from '../../staff-product/planned-sale.store.ts';
import { findAddressConflict, hasNameConflict, lockNames } from '../application/application.store.ts';
import { addressFault, nameFault } from '../page/seller-address.rules.ts';
import { lockSeller, makeSellers } from '../seller.store.ts';
import {
  adoptProducts,
  findSellerIdByAddress,
  insertApprovedSeller,
  listOwners,
  lockProducts,
  type Opener,
} from './adopt.store.ts';
import { type Adopted, adoptionOf, adoptionRefusal } from './adoption.rules.ts';

type NewSeller = {
  name: string;
  address: string;
  country: string;
  supportEmail: string;
  owner: { accountId: string; email: string; nickname: string };
};

/** `refused`: what of it cannot be so, and why in a sentence. */
type OpenedSeller = { sellerId: string } | { refused: 'name' | 'address'; message: string };

/** Opens a shop that is approved from its beginning. */
export async function openSeller(
  db: Db,
  opener: Opener,
  marketplace: string,
  { name, address, owner, ...given }: NewSeller,
): Promise<OpenedSeller> {
  const refuse = (refused: 'name' | 'address', message: string) => ({ refused, message });
  const ofName = nameFault(name, marketplace) ?? foreignNameFault(name);
  if (ofName) return refuse('name', ofName);
  const ofAddress = addressFault(address, marketplace);
  if (ofAddress) return refuse('address', ofAddress);
  return db.transaction().execute(async (transaction): Promise<OpenedSeller> => {
    await lockNames(transaction);
    const sellerId = randomUUID();
    if (await findAddressConflict(transaction, sellerId, address, addressSkeleton(address)))
      return refuse('address', `The address ${address} is taken, or looks like that of another shop.`);
    if (await hasNameConflict(transaction, sellerId, nameSkeleton(name)))
      return refuse('name', `Another shop has a name that looks like ${name}.`);
    await insertApprovedSeller(transaction, opener, {
      ...given,
      sellerId,
      name,
      nameSkeleton: nameSkeleton(name),
      address,
      addressSkeleton: addressSkeleton(address),
      owner,
    });
    await saveUser(transaction, newUser(owner, { userId: owner.accountId, since: new Date() }, marketplace), {});
    await makeSellers(transaction, sellerId);
    return { sellerId };
  });
}

/** Hands products of the operator's own to a shop; null: there is none of this id or at this address. */
export async function adoptInto(
  db: Db,
  opener: Opener,
  shop: { sellerId: string } | { address: string },
  productIds: readonly string[],
): Promise<Adopted | null> {
  return db.transaction().execute(async (transaction) => {
    const sellerId = 'sellerId' in shop ? shop.sellerId : await findSellerIdByAddress(transaction, shop.address);
    if (!sellerId || !(await lockSeller(transaction, sellerId))) return null;
    await lockProducts(transaction, productIds);
    const found = adoptionOf(productIds, await listOwners(transaction, productIds), sellerId);
    if (adoptionRefusal(found)) return { ...found, adopted: [] };
    // Before they are copied: what a shop begins with is the price of every day.
    await endSalesOf(transaction, found.adopted, 'It was handed over to a shop.');
    await adoptProducts(transaction, opener, sellerId, found.adopted);
    await updateListed(transaction, { productIds: found.adopted });
    return found;
  });
}

/** Outcome of handing over each of them: the expected one, or that of just now where `done` says so. */
export async function readAdoption(
  db: Db,
  sellerId: string,
  productIds: readonly string[],
  done?: Adopted,
): Promise<Adoption> {
  const rows = await listOwners(db, productIds);
  const outcomes = done ?? adoptionOf(productIds, rows, sellerId);
  const byId = new Map(rows.map((row) => [row.product_id, row]));
  const items = (Object.keys(outcomes) as Array<keyof Adopted>).flatMap((outcome) =>
    outcomes[outcome].map((id) => {
      const row = byId.get(id);
      const seller = row?.seller_id ? (row.seller_name ?? row.seller_id) : null;
      return { product_id: id, name: row?.product_name ?? null, outcome, seller };
    }),
  );
  const place = new Map(productIds.map((id, index) => [id, index]));
  return { items: items.sort((one, other) => (place.get(one.product_id) ?? 0) - (place.get(other.product_id) ?? 0)) };
}
