// Obstacles to the deletion of an account, and what goes with it, for its owner before anything is deleted. Nothing is changed by asking:
// obstacles are asked for again where it is done (delete-user.ts).

import { formatCents } from '#contract/money/amount/money.ts';
import type { OwnDeletion } from '#contract/people/user.ts';
import type { Db } from '../../schema/db.ts';
import type { SellerReads, WalletReads } from '../required-ports.ts';
import { whyStayOnStaff } from '../staff/remove-staff-of-account.ts';
import { countOpenOf } from './deletion.store.ts';
import { lastOwnerSentence } from './last-owner.rules.ts';

export type PreviewingOwnDeletion = {
  db: Db;
  sellers: Omit<SellerReads, 'removeMembersOfAccounts'>;
  wallets: Pick<WalletReads, 'whyWalletStays'>;
};

type Notice = OwnDeletion['obstacles'][number];

const counted = (number: number, noun: string) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

export async function previewOwnDeletion(deps: PreviewingOwnDeletion, accountId: string): Promise<OwnDeletion> {
  const { db } = deps;
  const [wallet, staff, shops] = await Promise.all([
    deps.wallets.whyWalletStays(db, accountId),
    whyStayOnStaff(db, accountId),
    deps.sellers.listOwnedAlone(db, accountId),
  ]);
  return {
    obstacles: [
      ...noticesOf(wallet, { label: 'Open your wallet', path: '/profile/wallet' }),
      ...shops.map((shop) => ({
        message: lastOwnerSentence(shop),
        action: { label: 'Open your shop', path: '/profile/shop' },
      })),
      ...noticesOf(staff, { label: 'Open the staff', path: '/admin/staff' }),
    ],
    consequences: [...(await ordersToCome(db, accountId)), ...(await closingShops(deps, accountId))],
  };
}

function noticesOf(message: string | null, action: Notice['action']): Notice[] {
  return message === null ? [] : [{ message, action }];
}

/** Orders that are not at their end, and what was bought. */
async function ordersToCome(db: Db, accountId: string): Promise<Notice[]> {
  const { unpaid, undelivered, library } = await countOpenOf(db, accountId);
  const orders = { label: 'See your orders', path: '/profile/order' };
  return [
    ...(unpaid > 0
      ? [{ message: `${counted(unpaid, 'order')} not paid yet: ended unpaid with your account.`, action: orders }]
      : []),
    ...(undelivered > 0
      ? [
          {
            message: `${counted(undelivered, 'order')} not delivered yet: what comes later cannot reach you. Wait for it, or ask for a refund first.`,
            action: orders,
          },
        ]
      : []),
    ...(library > 0
      ? [
          {
            message: `You lose access to ${counted(library, 'thing')} in your library. Download what you want to keep first.`,
            action: { label: 'Open your library', path: '/profile/library' },
          },
        ]
      : []),
  ];
}

/** Nobody but the owner would be left in them. */
async function closingShops({ db, sellers }: PreviewingOwnDeletion, accountId: string): Promise<Notice[]> {
  const shops: Notice[] = [];
  for (const { seller_id: id, name } of await sellers.listClosingWith(db, accountId)) {
    const { openOrders } = await sellers.countOpen(db, id);
    const unpaid = await sellers.unpaidCents(db, id);
    const open = [
      ...(openOrders > 0 ? [`has ${counted(openOrders, 'open sale')}`] : []),
      ...(unpaid > 0 ? [`is owed ${formatCents(unpaid)}`] : []),
    ];
    shops.push({
      message: `${name ?? 'Your shop'} closes: nothing of it is sold any more.${open.length > 0 ? ` It ${open.join(' and ')}. Deliver, refund and take the payout first: you cannot do it afterwards.` : ''}`,
      action: { label: 'See its sales', path: '/profile/sales' },
    });
  }
  return shops;
}
