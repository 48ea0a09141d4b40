// Objects of a bucket. The store may be any that speaks S3: Amazon's, Garage, MinIO, Ceph, R2. Buckets are named in the path, which all of them take.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { checkKey, checkRange, type Found, isStorageKey, measured, type Storage, startMeasure } from './storage.ts';

export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** What is larger is sent in parts, each of which is held in memory; S3 takes no smaller ones, and 10,000 of them. */
const PART_BYTES = 16 * 1024 * 1024;
const RETRIES = 3;
const ANSWER_MS = 60_000;

type Asked = {
  method: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export function openS3Storage(config: S3Config): Storage {
  const { accessKeyId, secretAccessKey, region } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}`;

  async function ask(key: string, { method, query, body, headers }: Asked): Promise<Response> {
    const end = query ? `?${new URLSearchParams(query)}` : '';
    const init = {
      method,
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      ...(body && { body }),
    };
    // What is read as a stream takes as long as its reader does.
    const signal = method === 'GET' && key ? undefined : AbortSignal.timeout(ANSWER_MS);
    return client.fetch(`${base}${key && `/${key}`}${end}`, { ...init, ...(signal && { signal }) });
  }

  async function text(key: string, asked: Asked): Promise<string> {
    const response = await ask(key, asked);
    const answer = await response.text();
    // S3 may say 200 first, and that it failed in the body.
    if (!response.ok || /<Error>/.test(answer)) throw failed(asked.method, key, response.status, answer);
    return answer;
  }

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
      const response = await ask(key, { method: 'GET', headers });
      if (response.status === 404) return cancelled(response);
      const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
      if (response.status === 416) {
        await response.body?.cancel();
        return { body: empty(), size: Number(whole ?? (await head(key))?.size ?? 0) };
      }
      if (!response.ok) throw failed('GET', key, response.status, await response.text());
      const size = Number(whole ?? response.headers.get('content-length'));
      return { body: response.body ?? empty(), size };
    },

    head,

    async presign(key, { seconds, disposition, mediaType }) {
      checkKey(key);
      const query = new URLSearchParams({
        'X-Amz-Expires': String(seconds),
        'response-content-disposition': disposition,
        'response-content-type': mediaType,
      });
      const signed = await client.sign(`${base}/${key}?${query}`, { aws: { signQuery: true } });
      return signed.url;
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
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const found = readEntry(entry);
          // Somebody else's, in the same bucket.
          if (isStorageKey(found.key)) yield found;
        }
        after = tag(page, 'IsTruncated') === 'true' ? tag(page, 'NextContinuationToken') : null;
      }
    },
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

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** The text of the first element of this name; '' where there is none. */
function tag(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, (entity) => entities[entity] ?? entity);
}

function failed(method: string, key: string, status: number, answer: string): Error {
  const why = [tag(answer, 'Code'), tag(answer, 'Message')].filter(Boolean).join(': ');
  return new Error(`the S3 store answered ${method} ${key || 'of the bucket'} with ${status}${why && ` (${why})`}`);
}

async function cancelled(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

function empty(): ReadableStream<Uint8Array> {
  return new Blob([]).stream();
}
