// What an operator does with shops by the command.
import { randomUUID } from 'node:crypto';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Db } from '../db.ts';
import { keepListed } from '../listing/listed.store.ts';
import { newUser } from '../user/user.rules.ts';
import { saveUser } from '../user/user.store.ts';
import { type Adopted, adoptProducts, findSellerIdByAddress, insertApprovedSeller } from './adopt.store.ts';
import { findAddressConflict, hasNameConflict, lockNames } from './application.store.ts';
import { lockSeller, makeSellers } from './seller.store.ts';
import { addressFault, addressSkeleton, nameFault, nameSkeleton } from './seller-address.rules.ts';

type NewSeller = {
  name: string;
  address: string;
  country: string;
  supportEmail: string;
  owner: { accountId: string; email: string; nickname: string };
};

/** Opens a shop that is approved from its beginning. Answers why it was not, or nothing. */
export async function openSeller(
  db: Db,
  actor: Actor,
  marketplace: string,
  { name, address, owner, ...given }: NewSeller,
): Promise<string | undefined> {
  const fault = nameFault(name, marketplace) ?? addressFault(address, marketplace);
  if (fault) return fault;
  return db.transaction().execute(async (transaction) => {
    await lockNames(transaction);
    const sellerId = randomUUID();
    if (await findAddressConflict(transaction, sellerId, address, addressSkeleton(address)))
      return `The address ${address} is taken, or looks like that of another shop.`;
    if (await hasNameConflict(transaction, sellerId, nameSkeleton(name)))
      return `Another shop has a name that looks like ${name}.`;
    await insertApprovedSeller(transaction, actor, {
      ...given,
      sellerId,
      name,
      nameSkeleton: nameSkeleton(name),
      address,
      addressSkeleton: addressSkeleton(address),
      owner,
    });
    await saveUser(transaction, newUser(owner, { userId: owner.accountId, since: new Date() }), {});
    await makeSellers(transaction, sellerId);
    return undefined;
  });
}

/** Hands products of the operator's own to a shop; null: there is none at this address. */
export async function adoptInto(
  db: Db,
  actor: Actor,
  address: string,
  productIds: readonly string[],
): Promise<Adopted | null> {
  return db.transaction().execute(async (transaction) => {
    const sellerId = await findSellerIdByAddress(transaction, address);
    if (!sellerId || !(await lockSeller(transaction, sellerId))) return null;
    const adopted = await adoptProducts(transaction, actor, sellerId, productIds);
    await keepListed(transaction, { productIds: adopted.adopted });
    return adopted;
  });
}
