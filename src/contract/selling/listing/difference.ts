// Differences between two versions of a product, or of an application. Free of the validator.
import type { z } from 'zod';
import type { differenceSchema } from './difference.schema.ts';

export type Difference = z.infer<typeof differenceSchema>;
export type FieldDifference = Difference['fields'][number];
export type FileDifference = Difference['files'][number];
export type DifferenceKind = FieldDifference['kind'];
export type TextBlock = Extract<FieldDifference, { shape: 'text' }>['blocks'][number];
export type TextPart = Extract<TextBlock, { kind: 'changed' }>['parts'][number];
export type ListItemDifference = Extract<FieldDifference, { shape: 'list' }>['items'][number];
