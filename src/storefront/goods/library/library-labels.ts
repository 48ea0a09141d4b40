// Texts about a library item: when it was bought, its status.

import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import { machineText, minutesText } from '#contract/goods/access/hours.ts';
import type { LibraryAccess } from '#contract/goods/access/provision.schema.ts';
import { type GoodsKind, kindsOf } from '#contract/goods/goods.ts';
import type { LibraryEntry, LibraryKind } from '#contract/goods/library/library.ts';
import { maskKey } from '#contract/goods/product-key.ts';
import { type Message, msg, t } from '#language/message.ts';
import { localDate } from '#ui/local-date.ts';
import type { BadgeState } from '#ui/status-badge.tsx';
import type { GoodsState } from './section/use-goods-state.ts';

export const kindNames: Record<LibraryKind, Message> = {
  files: msg('Files'),
  keys: msg('Keys'),
  access: msg('Access'),
  hours: msg('Hours'),
  hand: msg('By hand'),
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
  const verb = because === 'gift' ? t('given to you') : because === 'free' ? t('yours since') : 'bought';
  const text = [
    version && t('Version {version}', { version: version.version }),
    options.length > 0 && selectedOptionsText(options),
    machine && machineText(machine),
    goods.hours && minutesText(goods.hours.minutes_each * quantity),
    quantity > 1 && !goods.hours && t('{quantity} pieces', { quantity: quantity.toLocaleString('en-US') }),
    `${verb} ${day(at)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Text about goods that ended with a refund, or otherwise. */
export function lossText(kinds: readonly GoodsKind[]): string {
  if (kinds.includes('keys')) return t('the key no longer works');
  if (kinds.includes('files')) return t('the files can no longer be downloaded');
  if (kinds.includes('access')) return t('the access has ended');
  return kinds.includes('hours') ? t('the hours have ended') : '';
}

const since = (word: string, at: string | null) => (at ? `${word} ${day(at)}` : word);

/** How a thing stands, in a row. Null while that is not known yet. */
export function statusOf(entry: LibraryEntry, state: GoodsState, now: Date): LibraryStatus | null {
  switch (entry.standing) {
    case 'refunded':
      return { badge: 'off', text: since(t('Refunded'), entry.ended_at), more: lossText(kindsOf(entry.goods)) };
    case 'withdrawn':
      return {
        badge: 'off',
        text: since(t('Withdrawn'), entry.ended_at),
        more: entry.ended_reason || lossText(kindsOf(entry.goods)),
      };
    case 'expired':
      return { badge: 'off', text: since(t('Expired'), entry.ended_at), more: lossText(kindsOf(entry.goods)) };
    case 'on_hold':
      return { badge: 'wait', text: t('On hold'), more: t('the payment is being looked at') };
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
      if (isExpired) return { badge: 'off', text: t('Expired'), more: valid_until ? day(valid_until) : '' };
      if (!first) return { badge: 'wait', text: t('Waits for keys'), more: t('the next ones are yours') };
      const others = items.length - 1;
      return {
        badge: null,
        text: maskKey(first.key),
        more: [
          others > 0 && t('and {others} more', { others: others.toLocaleString('en-US') }),
          waiting > 0 && t('{waiting} to come', { waiting }),
          seats && `${seats} ${seats === 1 ? 'seat' : 'seats'}`,
          valid_until && t('until {valid_until}', { valid_until: day(valid_until) }),
        ]
          .filter(Boolean)
          .join(', '),
      };
    });
  if (goods.files) return { badge: 'wait', text: t('Not there yet'), more: t('no version is published yet') };
  return handStatus(entry);
}

/** Also what is bought together with hours or access may have a new version. */
function withVersion({ files }: LibraryEntry, status: LibraryStatus | null): LibraryStatus | null {
  const { newest, bought } = files ?? {};
  if (!status || !newest || !bought || newest.release_id === bought.release_id) return status;
  return {
    ...status,
    more: [status.more, t('version {version} is there', { version: newest.version })].filter(Boolean).join(', '),
  };
}

function known<T>(loaded: { value: { found: T | null } | null; failed: boolean }, say: (found: T) => LibraryStatus) {
  if (loaded.value?.found) return say(loaded.value.found);
  return loaded.failed ? { badge: 'wait' as const, text: t('Not known'), more: t('it could not be asked for') } : null;
}

function filesStatus({ files, goods, delivered_at: deliveredAt, granted_at: at }: LibraryEntry): LibraryStatus {
  const { newest, bought, latest, updates_until: until } = files ?? {};
  if (newest && bought && newest.release_id !== bought.release_id)
    return {
      badge: 'on',
      text: t('Version {version} is there', { version: newest.version }),
      more: until ? t('free for you until {until}', { until: day(until) }) : t('free for you'),
    };
  return {
    badge: 'on',
    text: goods.keys ? t('Files and key') : t('Ready to download'),
    more: latest
      ? t('version {version} is bought anew', { version: latest.version })
      : t('since {value}', { value: day(deliveredAt ?? at) }),
  };
}

function accessStatus(entry: LibraryEntry, access: LibraryAccess, now: Date): LibraryStatus {
  const { state, promised_at: promised, expires_at: expires } = access;
  switch (state) {
    case 'ready':
      return {
        badge: 'on',
        text: t('Access is there'),
        more: expires ? t('until {expires}', { expires: day(expires) }) : '',
      };
    case 'being_set_up':
      return { badge: 'wait', text: t('Being set up'), more: promiseText(entry, promised, now) };
    case 'late':
      return { badge: 'bad', text: t('Late'), more: t('the promised time has passed') };
    case 'money_back':
      return { badge: 'back', text: t('Money back'), more: t('it is on its way') };
    case 'on_hold':
      return { badge: 'wait', text: t('On hold'), more: t('the payment is being looked at') };
    case 'ended':
      return { badge: 'off', text: t('Ended'), more: expires ? day(expires) : '' };
  }
}

/** '6 of 15 promised minutes'. */
export function promiseText(entry: LibraryEntry, promisedAt: string | null, now: Date): string {
  const within = entry.goods.access?.within_minutes;
  if (!within || !promisedAt) return '';
  const left = Math.ceil((new Date(promisedAt).getTime() - now.getTime()) / 60_000);
  const passed = Math.max(0, Math.min(within, within - left));
  return t('{passed} of {within} promised {value}', { passed, within, value: within === 1 ? 'minute' : 'minutes' });
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function hoursStatus(hours: LibraryHours): LibraryStatus {
  const { session, minutes_left: left, state, expires_at: expires } = hours;
  const rest = t('{left} left', { left: minutesText(left) });
  if (session?.state === 'running') {
    const at = session.started_at ? t(' since {value}', { value: clock.format(new Date(session.started_at)) }) : '';
    return { badge: 'hot', text: `Runs${at}`, more: rest };
  }
  if (session?.state === 'starting') return { badge: 'wait', text: t('Starting'), more: rest };
  if (session?.state === 'stopping') return { badge: 'wait', text: t('Stopping'), more: rest };
  if (state === 'expired') return { badge: 'off', text: t('Expired'), more: expires ? day(expires) : '' };
  if (state === 'on_hold') return { badge: 'wait', text: t('On hold'), more: t('the payment is being looked at') };
  if (state === 'ended') return { badge: 'off', text: t('Ended'), more: '' };
  if (left === 0)
    return {
      badge: 'off',
      text: t('Used up'),
      more: t('{minutes_used} used', { minutes_used: minutesText(hours.minutes_used) }),
    };
  return { badge: 'draft', text: t('Off'), more: rest };
}

function handStatus({ delivered_at: deliveredAt, seller }: LibraryEntry): LibraryStatus {
  const by = seller ? t('by hand, by {name}', { name: seller.name }) : t('by hand');
  if (deliveredAt)
    return { badge: 'on', text: t('Delivered {deliveredAt}', { deliveredAt: day(deliveredAt) }), more: by };
  return { badge: 'wait', text: t('On its way'), more: t('delivered {by}', { by }) };
}

/** '3 things: 2 with files'. Nothing where it is not known. */
export function totalText({ all, more }: { all: number; more: boolean }): string {
  const number = all.toLocaleString('en-US');
  if (more) return t('More than {number} things', { number });
  return `${number} ${all === 1 ? 'thing' : 'things'}`;
}
