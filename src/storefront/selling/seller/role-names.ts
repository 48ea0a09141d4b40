import type { SellerRole } from '#contract/selling/seller.ts';
import { type Message, msg } from '#language/message.ts';

export const roleNames: Record<SellerRole, Message> = {
  owner: msg('Owner'),
  editor: msg('Editor'),
  finance: msg('Finance'),
};

/** Permissions of each role. */
export const roleHints: Record<SellerRole, Message> = {
  owner: msg('Everything, also people and closing the shop'),
  editor: msg('Products, deliveries, reviews and messages'),
  finance: msg('Orders, refunds and figures'),
};
