import type { Insertable } from 'kysely';
import type { ApiTables } from '#api/schema/schema.ts';
import type { ListingTable, SellerTable } from '#api/schema/selling.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import type { SellerRole } from '#contract/selling/seller.ts';
import type { Database } from '#platform/database/database.ts';

let made = 0;

/** A row of the seller table: an approved shop with plain defaults, and what matters to the test. */
export function aSeller(given: Partial<Insertable<SellerTable>> = {}): Insertable<SellerTable> {
  made++;
  const address = given.address ?? `shop-${made}`;
  return {
    seller_id: `seller-${made}`,
    name: `Shop ${made}`,
    address,
    address_skeleton: address,
    state: 'approved',
    country: 'DE',
    responsible: 'Ada Lovelace, 1 Main Street',
    sells: 'Data sets.',
    about: 'Who we are.',
    support_email: `help@shop-${made}.example`,
    terms_accepted_at: new Date('2026-11-01T00:00:00Z'),
    approved_at: new Date('2026-11-02T00:00:00Z'),
    ...given,
  };
}

/** Stores a seller with its people, whose account ids and addresses follow from their names. */
export async function storeSeller(
  database: Database<ApiTables>,
  given: Partial<Insertable<SellerTable>>,
  members: Partial<Record<string, SellerRole>>,
): Promise<string> {
  const seller = aSeller(given);
  await database.kysely.insertInto('api.seller').values(seller).execute();
  for (const [account, role] of Object.entries(members)) {
    if (!role) continue;
    await storeUser(database, account, { user_type: 'seller' });
    await database.kysely
      .insertInto('api.seller_member')
      .values({ seller_id: seller.seller_id, account_id: account, user_id: addressOf(account), role })
      .execute();
  }
  return seller.seller_id;
}

/** Somebody of the staff. */
export function storeStaff(database: Database<ApiTables>, account: string, role: StaffRole): Promise<void> {
  return storeUser(database, account, { user_type: 'admin', staff_role: role });
}

/** A listing of this seller that nobody has submitted yet. */
export function aListing(given: Partial<Insertable<ListingTable>> & { seller_id: string }): Insertable<ListingTable> {
  made++;
  return { product_id: `listing-${made}`, name: `Listing ${made}`, name_folded: `listing ${made}`, ...given };
}

export function addressOf(account: string): string {
  return `${account.toLowerCase()}@example.com`;
}

async function storeUser(
  database: Database<ApiTables>,
  account: string,
  role: { user_type: 'seller' | 'admin'; staff_role?: StaffRole },
): Promise<void> {
  await database.kysely
    .insertInto('api.user')
    .values({ user_id: addressOf(account), username: account, account_id: account, account_since: new Date(), ...role })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(role))
    .execute();
}
