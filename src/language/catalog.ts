import { readingLanguage } from './reading-language.ts';

/** Translations by the English message. */
export type Catalog = { get(message: string): string | undefined };

const catalogs = new Map<string, Catalog>();

/** Lets the shop be read in `language`. English needs no catalog. */
export function addCatalog(language: string, catalog: Catalog): void {
  catalogs.set(language, catalog);
}

/** The message in the reader's language, or as it stands in the code where it has no translation. */
export function translated(message: string): string {
  return catalogs.get(readingLanguage())?.get(message) ?? message;
}
