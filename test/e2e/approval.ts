// The staff of the browser tests, and what waits for them.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { submitApproval } from '../../src/api/selling/approval/approval.store.ts';
import type { StaffRole } from '../../src/contract/people/staff.ts';
import { aSeller } from '../factories/seller.ts';
import { type Account, register } from './account.ts';
import { accountIdOf, inShop } from './seller.ts';

/** A new account that may decide, as an operator would make it one. */
export async function makeStaff(request: APIRequestContext, role: StaffRole = 'catalogue'): Promise<Account> {
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  const staff = { account_id: accountId, account_since: new Date(0), user_type: 'admin' as const, staff_role: role };
  await inShop(({ kysely }) =>
    kysely
      .insertInto('api.user')
      .values({ user_id: account.email, username: account.username, ...staff })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(staff))
      .execute(),
  );
  return account;
}

/** An application that waits, of a shop with this name. */
export async function makeApplication(name: string): Promise<string> {
  const id = `applicant-${randomUUID()}`;
  return inShop(async ({ kysely }) => {
    await kysely
      .insertInto('api.seller')
      .values(aSeller({ seller_id: id, address: id, name, state: 'submitted', approved_at: null }))
      .execute();
    return submitApproval(kysely, {
      kind: 'application',
      subjectId: id,
      sellerId: id,
      title: name,
      content: {
        name,
        address: id,
        country: 'DE',
        responsible: 'Ada Lovelace, 1 Main Street, Leipzig',
        sells: 'Voices, recorded with consent.',
        support_email: 'help@alder.example',
      },
      baseVersion: null,
      submittedBy: 'somebody',
    });
  });
}
