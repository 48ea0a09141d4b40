import { z } from 'zod';

export const selectedOptionSchema = z
  .strictObject({ name: z.string(), value: z.string() })
  .meta({ id: 'SelectedOption', description: 'What is chosen of an option', example: { name: 'GPUs', value: '8' } });
