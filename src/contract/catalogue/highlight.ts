import type { z } from 'zod';
import type { highlightsSchema } from './highlight.schema.ts';

export type Highlights = z.infer<typeof highlightsSchema>;
