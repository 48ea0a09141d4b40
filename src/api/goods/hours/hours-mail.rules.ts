// Emails to buyers about their machines, and to shops about what buyers wait for.

import type { StopReason } from '#contract/goods/access/hours.ts';
import { minutesText } from '#contract/goods/access/hours.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { momentText } from '#contract/text/moment-text.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { mailedText, mailedTitle } from '../../text/foreign-words.rules.ts';

type Mail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; url: string };
  note: string;
};

export type HoursMail = (shop: { shop: Marketplace }, order: StoredOrder, to: string) => Mail;

/** `seller` null: the operator, who does what no shop does. */
export type ToShop = {
  to: string;
  shop: Marketplace;
  seller: { address: string; name: string } | null;
};

type MachineNotice = {
  what: 'started' | 'low' | 'stopped';
  productName: string;
  minutesLeft: number;
  stopReason: StopReason | null;
};

/** Email to a shop about a buyer's request that its people fulfill manually. */
export function requestMail(told: {
  what: 'start' | 'stop' | 'extend';
  productName: string;
  orderId: string | null;
  minutesLeft: number;
}): (about: ToShop) => Mail {
  const { what, orderId, minutesLeft } = told;
  const productName = mailedTitle(told.productName);
  const left = minutesText(minutesLeft);
  const words = {
    start: {
      subject: `A buyer waits for a machine: ${productName}`,
      heading: 'Start a machine',
      text: `A buyer has asked for a machine of ${productName}, and has ${left} left. Start it, then say so and how it is reached: minutes count from then on.`,
    },
    stop: {
      subject: `Switch a machine off: ${productName}`,
      heading: 'Switch a machine off',
      text: `Nothing is counted any more for a machine of ${productName}: its buyer has stopped it, or its hours have ended. Switch it off, then say so.`,
    },
    extend: {
      subject: `A buyer goes on with a machine: ${productName}`,
      heading: 'Let a machine run on',
      text: `The buyer of a machine of ${productName} has more time for it than before, and has ${left} left. Let it run on: you are told when it is to be switched off.`,
    },
  }[what];
  return ({ to, shop, seller }) => ({
    to,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.text],
    action: {
      label: 'See who waits',
      url: `${shop.origin}${seller ? `/profile/machine-hours?${new URLSearchParams({ seller: seller.address })}` : '/admin/hours'}`,
    },
    note: [
      orderId && `Order ${orderId}.`,
      seller
        ? `You get this as an owner or editor of a shop at ${shop.name}.`
        : 'You get this as the operator: no shop does it.',
    ]
      .filter(Boolean)
      .join(' '),
  });
}

/** Minutes came back for an outage, for all that this order has of it. */
export function outageMail(told: {
  productName: string;
  minutes: number;
  from: Date;
  to: Date;
  reason: string;
}): HoursMail {
  const { minutes, from, to: until } = told;
  const productName = mailedTitle(told.productName);
  return ({ shop }, order, to) => ({
    to,
    subject: `${minutesText(minutes)} were given back: ${productName}`,
    heading: `${minutesText(minutes)} were given back`,
    paragraphs: [
      `${minutesText(minutes)} of ${productName} were given back to you, because the machine was not there between ${momentText(from)} and ${momentText(until)}.`,
      `What happened: ${mailedText(told.reason)}`,
    ],
    action: { label: 'See your library', url: `${shop.origin}/profile/library` },
    note: `Order ${order.order_id}.`,
  });
}

const stopSentences: Partial<Record<StopReason, string>> = {
  used_up: 'Your hours are used up.',
  expired: 'Your hours have expired.',
  shop: 'The shop has stopped it.',
  machine: 'The shop says that it has ended.',
  time_limit: 'The time that you had set is over.',
  budget: 'The budget that you had set is used up.',
};

/** Email about a change of the machine that the buyer has of this order. */
export function machineMail({ what, minutesLeft, stopReason, ...told }: MachineNotice): HoursMail {
  const productName = mailedTitle(told.productName);
  return ({ shop }, order, to) => {
    const left = minutesText(minutesLeft);
    const note = `Order ${order.order_id}.`;
    const action = { label: 'See your library', url: `${shop.origin}/profile/library` };
    const mail = { to, action, note };
    if (what === 'started')
      return {
        ...mail,
        subject: `Your machine is on: ${productName}`,
        heading: 'Your machine is on',
        paragraphs: [
          `${productName} was started for you. How you reach it stands in your library. Each minute counts from now on; you have ${left} left.`,
        ],
      };
    if (what === 'low')
      return {
        ...mail,
        subject: `${left} left: ${productName}`,
        heading: `You have ${left} left`,
        paragraphs: [
          `Your machine is stopped when they are used up. Save your work in time, or buy more of ${productName}: the machine goes on with that.`,
        ],
      };
    if (stopReason === 'not_started')
      return {
        ...mail,
        subject: `Your machine could not be started: ${productName}`,
        heading: 'It could not be started',
        paragraphs: [
          `${productName} was asked for, and the shop did not start it in time. No minute was counted: you have ${left} left. Try again, or write to the shop from your order.`,
        ],
      };
    return {
      ...mail,
      subject: `Your machine is off: ${productName}`,
      heading: 'Your machine is off',
      paragraphs: [`${(stopReason && stopSentences[stopReason]) ?? 'It was stopped.'} You have ${left} left.`],
    };
  };
}
