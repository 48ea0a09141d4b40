// A product as the staff keep it. Free of the validator.
import type { z } from 'zod';
import type {
  changeProductSchema,
  changeStockSchema,
  editedFieldSchema,
  makeProductSchema,
  staffProductSchema,
} from './staff-product.schema.ts';

export type StaffProduct = z.infer<typeof staffProductSchema>;
export type EditedField = z.infer<typeof editedFieldSchema>;
export type MakeProduct = z.input<typeof makeProductSchema>;
export type ChangeProduct = z.input<typeof changeProductSchema>;
export type ChangeStock = z.input<typeof changeStockSchema>;
