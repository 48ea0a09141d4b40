// Rules of this domain that other domains may use; everything else here is its own.
export type { DownloadsOfLine } from './download/download.rules.ts';
export { toLineDownloads } from './download/to-downloads.rules.ts';
export type { OwnedLine } from './entitlement/owned.rules.ts';
export type { ExtendableMachine } from './hours/extension/extendable.rules.ts';
