import type { CheckRun } from '#contract/operations/integrity-check.schema.ts';
import type { CheckName, CheckRunState } from '#contract/operations/integrity-check.ts';
import type { BadgeState } from '#ui/status-badge.tsx';

/** `about`: what is compared; `next`: what to do about what differs. */
export const checkLabels: Record<CheckName, { title: string; about: string; next: string }> = {
  ledger: {
    title: 'Ledger',
    about: 'every entry, and orders and sellers beside it',
    next: 'Nothing puts the ledger right by itself. Find out what has changed it, such as rows changed by hand or a part of a backup that was restored, before money is paid out; a movement by hand corrects a balance.',
  },
  figures: {
    title: 'Figures',
    about: 'what is kept for the overview, sellers and lists',
    next: 'Put right makes what is kept of the marketplace and for lists what the orders and customers come to. Counters of sellers (“shop …”) it leaves as they are.',
  },
  coupon: {
    title: 'Coupons',
    about: 'what they have brought, by orders and refunds',
    next: 'What is kept of a coupon is shown on its screen and changes no order. Find out what has changed it, such as rows changed by hand.',
  },
  goods: {
    title: 'Files of goods',
    about: 'whether the storage has them, whole',
    next: 'Bring the files back from a backup of the storage: buyers cannot download them until then.',
  },
};

export const runLabels: Record<CheckRunState, [badge: BadgeState, word: string]> = {
  waiting: ['hot', 'About to run'],
  running: ['hot', 'Running'],
  in_order: ['on', 'In order'],
  differs: ['bad', 'Differs'],
  failed: ['bad', 'Failed'],
};

/** '1 difference', '1,204 differences'. */
export function differencesText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'difference' : 'differences'}`;
}

/** Origin of a check, behind the time. */
export function originText({ origin, by }: Pick<CheckRun, 'origin' | 'by'>): string {
  if (origin === 'schedule') return 'by itself';
  if (origin === 'command') return 'by a command';
  return `by ${by ?? 'somebody who has left'}`;
}
