// Words about an order as the staff see it. Free of the validator.
import type { z } from 'zod';
import type {
  orderEventSchema,
  orderNoteSchema,
  staffOrderLineSchema,
  staffOrderSchema,
  staffRefundAnswerSchema,
  staffRefundPreviewSchema,
  staffRefundSchema,
} from './staff-order.schema.ts';

export type StaffOrder = z.infer<typeof staffOrderSchema>;
export type StaffOrderLine = z.infer<typeof staffOrderLineSchema>;
export type OrderNote = z.infer<typeof orderNoteSchema>;
export type OrderEvent = z.infer<typeof orderEventSchema>;
export type StaffRefundPreview = z.infer<typeof staffRefundPreviewSchema>;
export type StaffRefundAnswer = z.infer<typeof staffRefundAnswerSchema>;
/** Refund that is asked for; `seen` and the reason go with it once it is confirmed. */
export type StaffRefundAsked = Omit<z.infer<typeof staffRefundSchema>, 'seen' | 'reason'>;

export {
  type EventGroup,
  type EventKind,
  eventGroups,
  orderNoteMaximum,
  type StaffOrderAction,
} from './staff-order-terms.ts';
