// Words about what somebody has bought. Free of the validator.
import type { z } from 'zod';
import type {
  libraryCountsSchema,
  libraryEntryDetailSchema,
  libraryEntrySchema,
  libraryNextSteps,
  libraryPageSchema,
  libraryReleaseFilesSchema,
  libraryStatesSchema,
  standings,
} from './library.schema.ts';

/** Filters of a library, in the order in which they are shown; 'hand': what is delivered by hand. */
export const libraryKinds = ['files', 'keys', 'access', 'hours', 'hand'] as const;
export type LibraryKind = (typeof libraryKinds)[number];
export type EntitlementStatus = (typeof standings)[number];
export type LibraryNextStep = (typeof libraryNextSteps)[number];
export type LibraryEntry = z.infer<typeof libraryEntrySchema>;
export type LibraryEntryDetail = z.infer<typeof libraryEntryDetailSchema>;
export type LibraryCounts = z.infer<typeof libraryCountsSchema>;
export type LibraryStates = z.infer<typeof libraryStatesSchema>;
export type LibraryState = LibraryStates['items'][number];
export type LibraryPage = z.infer<typeof libraryPageSchema>;
export type LibraryReleaseFiles = z.infer<typeof libraryReleaseFilesSchema>;
export type LibraryRelease = LibraryReleaseFiles['release'];
export type LibraryFile = LibraryReleaseFiles['files'][number];

/** The page with all that somebody has bought, or with one thing of it opened. */
export function libraryPath(open?: string): string {
  return `/profile/library${open === undefined ? '' : `?${new URLSearchParams({ open })}`}`;
}

/** Entitlement of an order line, once it is paid. */
export function entitlementOfLine(orderId: string, line: number): string {
  return `${orderId}-${line}`;
}
