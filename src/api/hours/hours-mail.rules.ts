// What buyers are told by mail about their machines.
import type { StopReason } from '#contract/hours.ts';
import { minutesText } from '#contract/hours.ts';
import type { StoredOrder } from '../order/order.rules.ts';

type Mail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; url: string };
  note: string;
};

export type HoursMail = (shop: { shop: { name: string; origin: string } }, order: StoredOrder, to: string) => Mail;

type Told = {
  what: 'started' | 'low' | 'stopped';
  productName: string;
  minutesLeft: number;
  stopReason: StopReason | null;
};

const stopSentences: Partial<Record<StopReason, string>> = {
  used_up: 'Your hours are used up.',
  expired: 'Your hours have expired.',
  shop: 'The shop has stopped it.',
  machine: 'The shop says that it has ended.',
};

/** What has happened to the machine that the buyer has of this order. */
export function machineMail({ what, productName, minutesLeft, stopReason }: Told): HoursMail {
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
