// Texts about a library item: when it was bought, its status.

import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import { machineText, minutesText } from '#contract/goods/access/hours.ts';
import type { LibraryAccess } from '#contract/goods/access/provision.schema.ts';
import { type GoodsKind, kindsOf } from '#contract/goods/goods.ts';
import type { LibraryEntry, LibraryKind } from '#contract/goods/library/library.ts';
import { maskKey } from '#contract/goods/product-key.ts';
import { localDate } from '#ui/local-date.ts';
import type { BadgeState } from '#ui/status-badge.tsx';
import type { GoodsState } from './section/use-goods-state.ts';

export const kindNames: Record<LibraryKind, string> = {
  files: 'Files',
  keys: 'Keys',
  access: 'Access',
  hours: 'Hours',
  hand: 'By hand',
};

/** `badge` null: the words stand alone, such as a key. */
export type LibraryStatus = { badge: BadgeState | null; text: string; more: string };

const day = (instant: string) => localDate(new Date(instant));

/** Name that tells an item from others of its product, such as another license: 'GPU notes, License: Team'. */
export function entryName({ product, selected_options: options }: LibraryEntry): string {
  return options.length > 0 ? `${product.name}, ${selectedOptionsText(options)}` : product.name;
}

/** 'Version 2.1.0 · Team: Single · bought Nov 3, 2026'. */
export function boughtText(entry: LibraryEntry): string {
  const { files, goods, selected_options: options, quantity, machine, because, granted_at: at } = entry;
  const version = files?.newest ?? files?.bought;
  const verb = because === 'gift' ? 'given to you' : because === 'free' ? 'yours since' : 'bought';
  const text = [
    version && `Version ${version.version}`,
    options.length > 0 && selectedOptionsText(options),
    machine && machineText(machine),
    goods.hours && minutesText(goods.hours.minutes_each * quantity),
    quantity > 1 && !goods.hours && `${quantity.toLocaleString('en-US')} pieces`,
    `${verb} ${day(at)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Text about goods that ended with a refund, or otherwise. */
export function lossText(kinds: readonly GoodsKind[]): string {
  if (kinds.includes('keys')) return 'the key no longer works';
  if (kinds.includes('files')) return 'the files can no longer be downloaded';
  if (kinds.includes('access')) return 'the access has ended';
  return kinds.includes('hours') ? 'the hours have ended' : '';
}

const since = (word: string, at: string | null) => (at ? `${word} ${day(at)}` : word);

/** How a thing stands, in a row. Null while that is not known yet. */
export function statusOf(entry: LibraryEntry, state: GoodsState, now: Date): LibraryStatus | null {
  switch (entry.standing) {
    case 'refunded':
      return { badge: 'off', text: since('Refunded', entry.ended_at), more: lossText(kindsOf(entry.goods)) };
    case 'withdrawn':
      return {
        badge: 'off',
        text: since('Withdrawn', entry.ended_at),
        more: entry.ended_reason || lossText(kindsOf(entry.goods)),
      };
    case 'expired':
      return { badge: 'off', text: since('Expired', entry.ended_at), more: lossText(kindsOf(entry.goods)) };
    case 'on_hold':
      return { badge: 'wait', text: 'On hold', more: 'the payment is being looked at' };
    case 'active':
      return activeStatus(entry, state, now);
  }
}

function activeStatus(entry: LibraryEntry, { keys, access, hours }: GoodsState, now: Date): LibraryStatus | null {
  const { goods, files } = entry;
  if (goods.hours) return withVersion(entry, known(hours, hoursStatus));
  if (goods.access)
    return withVersion(
      entry,
      known(access, (found) => accessStatus(entry, found, now)),
    );
  if (files?.newest) return filesStatus(entry);
  if (goods.keys)
    return known(keys, ({ items, waiting, seats, valid_until, is_expired: isExpired }) => {
      const [first] = items;
      if (isExpired) return { badge: 'off', text: 'Expired', more: valid_until ? day(valid_until) : '' };
      if (!first) return { badge: 'wait', text: 'Waits for keys', more: 'the next ones are yours' };
      const others = items.length - 1;
      return {
        badge: null,
        text: maskKey(first.key),
        more: [
          others > 0 && `and ${others.toLocaleString('en-US')} more`,
          waiting > 0 && `${waiting} to come`,
          seats && `${seats} ${seats === 1 ? 'seat' : 'seats'}`,
          valid_until && `until ${day(valid_until)}`,
        ]
          .filter(Boolean)
          .join(', '),
      };
    });
  if (goods.files) return { badge: 'wait', text: 'Not there yet', more: 'no version is published yet' };
  return handStatus(entry);
}

/** Also what is bought together with hours or access may have a new version. */
function withVersion({ files }: LibraryEntry, status: LibraryStatus | null): LibraryStatus | null {
  const { newest, bought } = files ?? {};
  if (!status || !newest || !bought || newest.release_id === bought.release_id) return status;
  return { ...status, more: [status.more, `version ${newest.version} is there`].filter(Boolean).join(', ') };
}

function known<T>(loaded: { value: { found: T | null } | null; failed: boolean }, say: (found: T) => LibraryStatus) {
  if (loaded.value?.found) return say(loaded.value.found);
  return loaded.failed ? { badge: 'wait' as const, text: 'Not known', more: 'it could not be asked for' } : null;
}

function filesStatus({ files, goods, delivered_at: deliveredAt, granted_at: at }: LibraryEntry): LibraryStatus {
  const { newest, bought, latest, updates_until: until } = files ?? {};
  if (newest && bought && newest.release_id !== bought.release_id)
    return {
      badge: 'on',
      text: `Version ${newest.version} is there`,
      more: until ? `free for you until ${day(until)}` : 'free for you',
    };
  return {
    badge: 'on',
    text: goods.keys ? 'Files and key' : 'Ready to download',
    more: latest ? `version ${latest.version} is bought anew` : `since ${day(deliveredAt ?? at)}`,
  };
}

function accessStatus(entry: LibraryEntry, access: LibraryAccess, now: Date): LibraryStatus {
  const { state, promised_at: promised, expires_at: expires } = access;
  switch (state) {
    case 'ready':
      return { badge: 'on', text: 'Access is there', more: expires ? `until ${day(expires)}` : '' };
    case 'being_set_up':
      return { badge: 'wait', text: 'Being set up', more: promiseText(entry, promised, now) };
    case 'late':
      return { badge: 'bad', text: 'Late', more: 'the promised time has passed' };
    case 'money_back':
      return { badge: 'back', text: 'Money back', more: 'it is on its way' };
    case 'on_hold':
      return { badge: 'wait', text: 'On hold', more: 'the payment is being looked at' };
    case 'ended':
      return { badge: 'off', text: 'Ended', more: expires ? day(expires) : '' };
  }
}

/** '6 of 15 promised minutes'. */
export function promiseText(entry: LibraryEntry, promisedAt: string | null, now: Date): string {
  const within = entry.goods.access?.within_minutes;
  if (!within || !promisedAt) return '';
  const left = Math.ceil((new Date(promisedAt).getTime() - now.getTime()) / 60_000);
  const passed = Math.max(0, Math.min(within, within - left));
  return `${passed} of ${within} promised ${within === 1 ? 'minute' : 'minutes'}`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function hoursStatus(hours: LibraryHours): LibraryStatus {
  const { session, minutes_left: left, state, expires_at: expires } = hours;
  const rest = `${minutesText(left)} left`;
  if (session?.state === 'running') {
    const at = session.started_at ? ` since ${clock.format(new Date(session.started_at))}` : '';
    return { badge: 'hot', text: `Runs${at}`, more: rest };
  }
  if (session?.state === 'starting') return { badge: 'wait', text: 'Starting', more: rest };
  if (session?.state === 'stopping') return { badge: 'wait', text: 'Stopping', more: rest };
  if (state === 'expired') return { badge: 'off', text: 'Expired', more: expires ? day(expires) : '' };
  if (state === 'on_hold') return { badge: 'wait', text: 'On hold', more: 'the payment is being looked at' };
  if (state === 'ended') return { badge: 'off', text: 'Ended', more: '' };
  if (left === 0) return { badge: 'off', text: 'Used up', more: `${minutesText(hours.minutes_used)} used` };
  return { badge: 'draft', text: 'Off', more: rest };
}

function handStatus({ delivered_at: deliveredAt, seller }: LibraryEntry): LibraryStatus {
  const by = seller ? `by hand, by ${seller.name}` : 'by hand';
  if (deliveredAt) return { badge: 'on', text: `Delivered ${day(deliveredAt)}`, more: by };
  return { badge: 'wait', text: 'On its way', more: `delivered ${by}` };
}

/** '3 things: 2 with files'. Nothing where it is not known. */
export function totalText({ all, more }: { all: number; more: boolean }): string {
  const number = all.toLocaleString('en-US');
  if (more) return `More than ${number} things`;
  return `${number} ${all === 1 ? 'thing' : 'things'}`;
}
