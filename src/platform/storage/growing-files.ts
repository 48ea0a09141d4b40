// Files that come over hours, in pieces, and through several processes. Finished, each is what the storage has under its key.

/** State that a store needs to go on with a file, as JSON; the caller that makes it grow saves it. */
export type GrowthState = Record<string, unknown>;

export type Growth = {
  key: string;
  state: GrowthState;
  /** The bytes that it will have. */
  size: number;
};

export type Growing = {
  /** Called before anything of the file is changed: a piece is written, or what was written of one by half is cut off. Throws to end the writing. */
  mayWrite: () => void;
  /** Called with each piece in order, after it was written and before the next one is read. */
  onWritten: (piece: Uint8Array) => void;
  /** Keeps what `state` is now: what it says of is there for good. */
  save: (state: GrowthState) => Promise<void>;
};

export type GrowingFiles = {
  begin: (key: string, size: number) => Promise<GrowthState>;
  /** The bytes that are there for good; null where there is no such file. */
  sizeNow: (growth: Growth) => Promise<number | null>;
  /**
   * Writes behind the first `from` bytes, which are there, and answers the bytes that are there for good afterwards, which are those that `onWritten`
   * was told of. Where `pieces` breaks off it keeps what came and throws what they threw; NoRoom where there is none for more, Lost where it cannot
   * be gone on with. Nobody else may write to the file meanwhile: who has lost it to somebody is stopped by `mayWrite`, and takes nothing away.
   */
  append: (growth: Growth, from: number, pieces: AsyncIterable<Uint8Array>, growing: Growing) => Promise<number>;
  /** Makes it a file of the storage. Throws a WrongSize where it has not the size that it should have. */
  finish: (growth: Growth) => Promise<void>;
  /** Removes it finished or not, or never begun. */
  remove: (key: string, state: GrowthState) => Promise<void>;
  /** Bytes for which there is room; null where the store does not say. */
  room: () => Promise<number | null>;
};

/** The store has no room for what comes. */
export class NoRoom extends Error {}

/** The store's reported size is not that of the bytes written. */
export class WrongSize extends Error {}

/** The store has let go of what had come: the file is to be begun anew. */
export class Lost extends Error {}
