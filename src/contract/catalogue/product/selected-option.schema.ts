import { z } from 'zod';
import { longestChoice } from './product-limits.ts';

export const selectedOptionSchema = z
  .strictObject({ name: z.string().max(longestChoice), value: z.string().max(longestChoice) })
  .meta({ id: 'SelectedOption', description: 'What is chosen of an option', example: { name: 'GPUs', value: '8' } });
