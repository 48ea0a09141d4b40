// Parts of an order that the staff see, and their bounds. Free of the validator.

/** Actions of the staff on an order. */
export const staffOrderActions = ['refund', 'fulfil', 'cancel', 'paid', 'accept', 'receipt', 'note'] as const;
export type StaffOrderAction = (typeof staffOrderActions)[number];

/** Groups of events of an order: each event is of one of these. */
export const eventGroups = ['money', 'delivery', 'words'] as const;
export type EventGroup = (typeof eventGroups)[number];

/** Kinds of events, as a picture shows them. */
export const eventKinds = [
  'placed',
  'licenses',
  'paid',
  'ledger',
  'refund',
  'bank',
  'invoice',
  'planned',
  'ended',
  'delivered',
  'access',
  'key',
  'download',
  'machine_on',
  'machine_off',
  'mail',
  'message',
  'note',
  'other',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Length of a note, in characters; and for how many hours it can be taken back. */
export const orderNoteMaximum = 2_000;
export const orderNoteHours = 24;

/** So often in an hour the receipt of one order is sent again. */
export const receiptsAnHour = 3;
