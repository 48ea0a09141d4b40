// Objects of a bucket.
import { failed, openS3Client, type S3Config, tag } from './s3-client.ts';
import { openS3GrowingFiles } from './s3-growing-files.ts';
import { checkKey, checkRange, type Found, isStorageKey, measured, type Storage, startMeasure } from './storage.ts';

/** Larger files are sent in parts, each of which is held in memory; S3 takes no smaller ones, and 10,000 of them. */
const PART_BYTES = 16 * 1024 * 1024;

/** `answerMs`: how long is waited for the store, a minute where nothing is said. */
export function openS3Storage(config: S3Config, waiting: { answerMs?: number } = {}): Storage {
  const client = openS3Client(config, waiting);
  const { ask, text, answerMs } = client;

  async function putParts(key: string, first: Uint8Array<ArrayBuffer>, rest: AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const begun = await text(key, { method: 'POST', query: { uploads: '' } });
    const uploadId = tag(begun, 'UploadId');
    const etags: string[] = [];
    async function send(part: Uint8Array<ArrayBuffer>) {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const response = await ask(key, { method: 'PUT', query, body: part });
      const answer = await response.text();
      const etag = response.headers.get('etag');
      if (!response.ok || !etag) throw failed('PUT', key, response.status, answer);
      etags.push(etag);
    }
    try {
      await send(first);
      for await (const part of rest) await send(part);
      const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      await text(key, { method: 'POST', query: { uploadId }, body });
    } catch (error) {
      // Parts that nobody completes are kept, and paid for.
      await ask(key, { method: 'DELETE', query: { uploadId } })
        .then((response) => response.body?.cancel())
        .catch(() => {});
      throw error;
    }
  }

  async function head(key: string): Promise<Found | null> {
    checkKey(key);
    const response = await ask(key, { method: 'HEAD' });
    if (response.status === 404) return cancelled(response);
    if (!response.ok) throw failed('HEAD', key, response.status, '');
    const { headers } = response;
    return {
      key,
      size: Number(headers.get('content-length')),
      changedAt: new Date(headers.get('last-modified') ?? Number.NaN),
    };
  }

  return {
    async put(key, content) {
      checkKey(key);
      const seen = startMeasure();
      const parts = inParts(measured(content, seen));
      const first = await parts.next();
      const body = first.done ? new Uint8Array() : first.value;
      if (body.length < PART_BYTES) await text(key, { method: 'PUT', body });
      else await putParts(key, body, parts);
      return { key, size: seen.size, sha256: seen.hash.digest('hex') };
    },

    async get(key, range) {
      checkKey(key);
      if (range) checkRange(range);
      const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {};
      const response = await ask(key, { method: 'GET', headers, isStream: true });
      if (response.status === 404) return cancelled(response);
      const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
      if (response.status === 416) {
        await response.body?.cancel();
        return { body: empty(), size: Number(whole ?? (await head(key))?.size ?? 0) };
      }
      if (!response.ok) throw failed('GET', key, response.status, await response.text());
      const size = Number(whole ?? response.headers.get('content-length'));
      return { body: response.body ? withPatience(response.body, answerMs) : empty(), size };
    },

    head,

    async presign(key, { seconds, disposition, mediaType }) {
      checkKey(key);
      return client.sign(key, {
        'X-Amz-Expires': String(seconds),
        'response-content-disposition': disposition,
        'response-content-type': mediaType,
      });
    },

    async delete(key) {
      checkKey(key);
      const response = await ask(key, { method: 'DELETE' });
      const answer = await response.text();
      if (!response.ok && response.status !== 404) throw failed('DELETE', key, response.status, answer);
    },

    async *list(prefix) {
      for (let after: string | null = ''; after !== null; ) {
        const query = { 'list-type': '2', prefix, ...(after && { 'continuation-token': after }) };
        const page: string = await text('', { method: 'GET', query });
        for (const entry of page.split('<Contents>').slice(1)) {
          const found = readEntry(entry);
          // Somebody else's, in the same bucket.
          if (isStorageKey(found.key)) yield found;
        }
        after = tag(page, 'IsTruncated') === 'true' ? tag(page, 'NextContinuationToken') : null;
      }
    },

    growing: openS3GrowingFiles(client),

    pathOf: null,
  };
}

/** As large as parts are, but for the last. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (let chunk of content) {
    while (chunk.length > 0) {
      const taken = chunk.subarray(0, PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      chunk = chunk.subarray(taken.length);
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}

function readEntry(entry: string): Found {
  return {
    key: tag(entry, 'Key'),
    size: Number(tag(entry, 'Size')),
    changedAt: new Date(tag(entry, 'LastModified')),
  };
}

/** Each piece has to come in time once it is asked for: a reader that waits itself is waited for. */
function withPatience(body: ReadableStream<Uint8Array>, ms: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const late = Promise.withResolvers<never>();
        const timer = setTimeout(() => late.reject(new Error('the S3 store sent nothing more in time')), ms);
        try {
          const { done, value } = await Promise.race([reader.read(), late.promise]);
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          await reader.cancel(error).catch(() => {});
          throw error;
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (why) => reader.cancel(why),
    },
    { highWaterMark: 0 },
  );
}

async function cancelled(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

function empty(): ReadableStream<Uint8Array> {
  return new Blob([]).stream();
}
