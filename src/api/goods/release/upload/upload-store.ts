// The uploads of one shop, or of the staff, as tus sees them: their state is in the database and their bytes in the storage, so that any process goes on with them.
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { type GrowthState, Lost, NoRoom } from '#platform/storage/growing-files.ts';
import { goodsKey, KEPT_MS, SPARED_BYTES } from '../goods-limits.rules.ts';
import { findObject } from '../object.store.ts';
import { type Settling, settleObject } from './settle-object.ts';
import {
  deleteUpload,
  expireUploads,
  extendUpload,
  findUpload,
  markReceived,
  type StoredUpload,
  saveGrowth,
} from './upload.store.ts';
import type { UploadLocks } from './upload-lock.ts';

/** As tus answers errors: `status_code`, and a sentence. */
export type TusFault = { status_code: number; body: string };

const noRoom: TusFault = {
  status_code: 507,
  body: 'The shop has no room for more at the moment. What has arrived is kept: go on later, from where it stopped.',
};
const notYours: TusFault = {
  status_code: 409,
  body: 'Somebody else has gone on with this upload. Ask where it is, and go on from there.',
};
/** Its place is another's; the client comes again, and goes on from where it stopped. */
const silent: TusFault = {
  status_code: 408,
  body: 'Nothing more has come for a while. What has arrived is kept: ask where it is, and go on from there.',
};
/** Hashed while its sender waits, where it must be read again: larger ones are hashed after the answer. */
const HASHED_AT_ONCE = 64 * 1024 * 1024;

/** So often is looked whether there is room still: others fill the disk too. */
const BYTES_BETWEEN_LOOKS = 16 * 1024 * 1024;

/** A piece of the screens' client, and of most others. */
const MOST_DRAINED = 128 * 1024 * 1024;

export class UploadStore extends DataStore {
  readonly #settling: Settling;
  readonly #locks: UploadLocks;
  readonly #sellerId: string | null;
  readonly #silentMs: number;

  constructor({
    settling,
    locks,
    sellerId,
    silentMs,
  }: {
    settling: Settling;
    locks: UploadLocks;
    sellerId: string | null;
    silentMs: number;
  }) {
    super();
    this.#silentMs = silentMs;
    this.#settling = settling;
    this.#locks = locks;
    this.#sellerId = sellerId;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  /** Its row was made before (begin-upload.ts). */
  override async create(upload: Upload): Promise<Upload> {
    const { db, storage, hashes } = this.#settling;
    const size = upload.size ?? 0;
    const growth = await storage.growing.begin(goodsKey(upload.id), size).catch(asFault);
    await this.#save(upload.id, growth);
    hashes.begin(upload.id);
    const stored = await findUpload(db, upload.id);
    upload.creation_date = (stored?.created_at ?? new Date()).toISOString();
    if (size === 0) await this.#received(upload.id, 0);
    return upload;
  }

  override async write(pieces: Readable, id: string, offset: number): Promise<number> {
    const { storage, hashes } = this.#settling;
    const stored = await this.#find(id);
    // All of it is there, and the shop's to go on with.
    if (stored.received_at) return stored.size_bytes;
    const hash = hashes.at(id, offset);
    const growth = { key: goodsKey(id), state: stored.growth, size: stored.size_bytes };
    const there = await storage.growing
      .append(growth, offset, this.#whileRoom(whileSent(pieces, this.#silentMs)), {
        mayWrite: () => {
          if (this.#locks.holderOf(id) === null) throw notYours;
        },
        onWritten: (piece) => hash?.update(piece),
        save: (state) => this.#save(id, state),
      })
      .catch(async (error) => {
        // A client in the middle of sending hears no answer: what is still to come of this piece is let through to nowhere.
        if (error !== silent) await drain(whileSent(pieces, this.#silentMs)).catch(() => {});
        if (error instanceof Lost) await this.#giveUp(id, error);
        return asFault(error);
      });
    await extendUpload(this.#settling.db, id, KEPT_MS / 1_000);
    if (there === stored.size_bytes) await this.#received(id, stored.size_bytes);
    return there;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, storage } = this.#settling;
    const stored = await findUpload(db, id);
    if (!stored) return this.#complete(id);
    if (stored.seller_id !== this.#sellerId) throw ERRORS.FILE_NOT_FOUND;
    const size = stored.size_bytes;
    const growth = { key: goodsKey(id), state: stored.growth, size };
    const offset = stored.received_at ? size : await storage.growing.sizeNow(growth);
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    // All was there when the process that wrote the last of it was killed.
    if (offset === size && !stored.received_at) await this.#received(id, size);
    const creation_date = new Date(stored.expires_at.getTime() - KEPT_MS).toISOString();
    return new Upload({ id, size, offset, metadata: stored.metadata, creation_date });
  }

  override async remove(id: string): Promise<void> {
    const { db, storage, hashes } = this.#settling;
    const stored = await this.#find(id);
    await storage.growing.remove(goodsKey(id), stored.growth);
    await deleteUpload(db, id);
    hashes.forget(id);
  }

  override getExpiration(): number {
    return KEPT_MS;
  }

  /** Throws a NoRoom before the disk is full: what the shop keeps for itself is not written over by those who began while there was room. */
  async *#whileRoom(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { growing } = this.#settling.storage;
    let unseen = BYTES_BETWEEN_LOOKS;
    for await (const piece of pieces) {
      if (unseen >= BYTES_BETWEEN_LOOKS) {
        const room = await growing.room();
        if (room !== null && room < SPARED_BYTES) throw new NoRoom('what is left of the disk is the shop’s own');
        unseen = 0;
      }
      unseen += piece.length;
      yield piece;
    }
  }

  /** Ends an upload whose bytes are gone. Its sender is told to begin anew, by each request from now on. */
  async #giveUp(id: string, { message }: Lost): Promise<never> {
    this.#settling.log.error({ part: 'api', object: id, error: message }, 'the storage has let go of an upload');
    await expireUploads(this.#settling.db, [id]);
    throw ERRORS.FILE_NO_LONGER_EXISTS;
  }

  async #find(id: string): Promise<StoredUpload> {
    const stored = await findUpload(this.#settling.db, id);
    if (stored?.seller_id !== this.#sellerId) throw ERRORS.FILE_NOT_FOUND;
    return stored;
  }

  /** A sender that has lost the answer to the last piece asks again, and is told that all is there. */
  async #complete(id: string): Promise<Upload> {
    const object = await findObject(this.#settling.db, id);
    if (object?.seller_id !== this.#sellerId || object.state !== 'complete') throw ERRORS.FILE_NOT_FOUND;
    const size = object.size_bytes;
    return new Upload({ id, size, offset: size, metadata: {} });
  }

  async #save(id: string, growth: GrowthState): Promise<void> {
    const holder = this.#locks.holderOf(id);
    if (holder === null || !(await saveGrowth(this.#settling.db, id, holder, growth))) throw notYours;
  }

  async #received(id: string, size: number): Promise<void> {
    await markReceived(this.#settling.db, id);
    const settled = settleObject(this.#settling, id).catch((error) => {
      this.#settling.log.warn({ part: 'api', object: id, error: String(error) }, 'an object waits for the job');
    });
    if (size <= HASHED_AT_ONCE) await settled;
  }
}

/** The pieces as they come. Throws `silent` when none has come for so long. */
async function* whileSent(pieces: Readable, silentMs: number): AsyncGenerator<Uint8Array> {
  const coming = pieces.iterator({ destroyOnReturn: false });
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(silent), silentMs);
    });
    const { value, done } = await Promise.race([coming.next(), silence]).finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}

async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > MOST_DRAINED) return;
  }
}

function asFault(error: unknown): never {
  throw error instanceof NoRoom ? noRoom : error;
}
