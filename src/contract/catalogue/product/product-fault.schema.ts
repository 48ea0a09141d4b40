import { z } from 'zod';
import { type ProductFaultCode, productFaults } from './product-fault.ts';

const codes = Object.keys(productFaults) as [ProductFaultCode, ...ProductFaultCode[]];

/** A fault of a field of a product, or a change so that it fits. */
export const productFaultSchema = z
  .strictObject({
    field: z.string().meta({ description: 'Empty where it is of the whole', example: 'description' }),
    code: z.enum(codes).meta({ example: 'description_short' }),
    params: z.record(z.string(), z.unknown()).meta({ description: 'Of the code', example: { least: 40, count: 12 } }),
    message: z.string().meta({ example: 'Describe it in at least 40 characters; these are 12.' }),
  })
  .meta({ id: 'ProductFault', description: 'What is wrong with a field of a product, or was changed so that it fits' });

export type ProductFault = z.infer<typeof productFaultSchema>;
