// Requests of an upload in parts to an S3 store.
import { Lost } from './growing-files.ts';
import { failed, type S3Client, S3Failure, tag } from './s3-client.ts';

/**
 * Parts that are there, all of one size, and the bytes behind them, in an object of their own until they fill a part. Each time it has another name:
 * what a state says of stays as it was until the next one is kept.
 */
export type S3Upload = { uploadId: string; partBytes: number; etags: string[]; tail: number; tailName?: string };

/** Error codes of a store that has let go of parts: they are to be sent again, all of them. */
const lettingGo = ['NoSuchUpload', 'InvalidPart', 'EntityTooSmall'];

/** Failures are thrown: a `Lost` where the store has let go of parts. */
export function createS3Parts({ ask, text }: S3Client) {
  const tailKey = (key: string, { tailName = 'part' }: Pick<S3Upload, 'tailName'>) => `${key}.${tailName}`;

  async function sendPart(key: string, { uploadId, etags }: S3Upload, part: Uint8Array<ArrayBuffer>): Promise<void> {
    const query = { partNumber: String(etags.length + 1), uploadId };
    const response = await ask(key, { method: 'PUT', query, body: part });
    const answer = await response.text();
    const etag = response.headers.get('etag');
    if (!response.ok || !etag) throw asLost(failed('PUT', key, response.status, answer));
    etags.push(etag);
  }

  async function readTail(key: string, state: S3Upload): Promise<Uint8Array> {
    if (state.tail === 0) return new Uint8Array();
    const at = tailKey(key, state);
    const response = await ask(at, { method: 'GET' });
    if (response.status === 404) throw new Lost(`the S3 store has no ${at}: ${await response.text()}`);
    if (!response.ok) throw failed('GET', at, response.status, await response.text());
    const found = new Uint8Array(await response.arrayBuffer());
    if (found.length < state.tail) throw new Lost(`${at} has ${found.length} bytes, and should have ${state.tail}`);
    return found.subarray(0, state.tail);
  }

  async function begin(key: string): Promise<string> {
    const begun = await text(key, { method: 'POST', query: { uploads: '' } });
    const uploadId = tag(begun, 'UploadId');
    if (!uploadId) throw new Error(`the S3 store began no upload of ${key}`);
    return uploadId;
  }

  async function sizeOf(key: string): Promise<number | null> {
    const response = await ask(key, { method: 'HEAD' });
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (!response.ok) throw failed('HEAD', key, response.status, '');
    return Number(response.headers.get('content-length'));
  }

  async function deleteOne(key: string): Promise<void> {
    const response = await ask(key, { method: 'DELETE' });
    const answer = await response.text();
    if (!response.ok && response.status !== 404) throw failed('DELETE', key, response.status, answer);
  }

  /** Parts of an upload that was given up are kept, and paid for. Some small stores cannot give one up: their own rules have to. */
  async function abort(key: string, uploadId: string): Promise<void> {
    const response = await ask(key, { method: 'DELETE', query: { uploadId } });
    const answer = await response.text();
    if (!response.ok && ![404, 405, 501].includes(response.status))
      throw failed('DELETE', key, response.status, answer);
  }

  /** Answers what it was refused by where parts are not there. */
  async function complete(key: string, { uploadId, etags }: S3Upload): Promise<Lost | null> {
    const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    try {
      await text(key, { method: 'POST', query: { uploadId }, body });
      return null;
    } catch (error) {
      const why = asLost(error);
      if (why instanceof Lost) return why;
      throw error;
    }
  }

  async function put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await text(key, { method: 'PUT', body: bytes });
  }

  return { tailKey, begin, sendPart, readTail, sizeOf, put, deleteOne, abort, complete };
}

function asLost(error: unknown): unknown {
  const isLost = error instanceof S3Failure && lettingGo.includes(error.code);
  return isLost ? new Lost(error.message, { cause: error }) : error;
}
