// What of an order the staff see, and within which bounds. Free of the validator.

/** What the staff do with an order. */
export const staffOrderActions = ['refund', 'fulfil', 'cancel', 'paid', 'accept', 'receipt', 'note'] as const;
export type StaffOrderAction = (typeof staffOrderActions)[number];

/** What happened to an order is of one of these. */
export const eventGroups = ['money', 'delivery', 'words'] as const;
export type EventGroup = (typeof eventGroups)[number];

/** What it was, as a picture shows it. */
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

/** Of a note, in characters; and for how many hours it can be taken back. */
export const orderNoteMaximum = 2_000;
export const orderNoteHours = 24;

/** So often in an hour the receipt of one order is sent again. */
export const receiptsAnHour = 3;
