// A small store that speaks S3, in memory: objects, ranges, lists, uploads in parts. It checks every signature by Amazon's
// published rules (Signature Version 4) with code of its own. It is no real one.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '#platform/storage/s3-client.ts';

type Keys = { accessKeyId: string; secretAccessKey: string; region: string; bucket: string };
type Asked = { method: string; key: string; query: URLSearchParams; body: Buffer; range: string | undefined };
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

/** Entries that a page of a list has. */
const PAGE = 3;

/** A bucket of a real store, http://KEY:SECRET@HOST/BUCKET, for whoever has one: the tests of the storage empty it, and run on it and on BUCKET-growing too. */
export const givenS3 = process.env.TEST_S3_URL ? new URL(process.env.TEST_S3_URL) : null;

/** `beside`: another bucket of the same store, whose name ends so; for tests that run at the same time. */
export function s3ConfigOf({ origin, username, password, pathname }: URL, beside = ''): S3Config {
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(username), decodeURIComponent(password)];
  return { endpoint: origin, region: 'us-east-1', bucket: pathname.slice(1) + beside, accessKeyId, secretAccessKey };
}

export async function startS3Server(keys: Keys) {
  const objects = new Map<string, { bytes: Buffer; changedAt: Date }>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const refused: string[] = [];
  /** Answers that requests get before they are looked at, the next one first. */
  const faults: number[] = [];

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { status, headers, body } = answer(incoming, Buffer.concat(chunks));
    send(outgoing, { status, ...(headers && { headers }), ...(body !== undefined && { body }) });
  });

  function answer(incoming: IncomingMessage, body: Buffer): Answer {
    const fault = faults.shift();
    if (fault) return { status: fault, body: '<Error><Code>Fault</Code></Error>' };
    const url = new URL(incoming.url ?? '', 'http://s3');
    const why = faultOfSignature(incoming, url, body, keys);
    if (why) {
      refused.push(why);
      return { status: 403, body: `<Error><Code>SignatureDoesNotMatch</Code><Message>${why}</Message></Error>` };
    }
    const [, bucket, ...steps] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== keys.bucket) return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };
    const asked: Asked = {
      method: incoming.method ?? '',
      key: steps.join('/'),
      query: url.searchParams,
      body,
      range: incoming.headers.range,
    };
    if (asked.query.has('uploads') || asked.query.has('uploadId')) return inParts(asked);
    return asked.key === '' ? list(asked.query) : one(asked);
  }

  function one({ method, key, query, body, range }: Asked): Answer {
    if (method === 'PUT') objects.set(key, { bytes: body, changedAt: new Date() });
    if (method === 'PUT') return { status: 200, headers: { etag: etagOf(body) } };
    if (method === 'DELETE') objects.delete(key);
    if (method === 'DELETE') return { status: 204 };
    const found = objects.get(key);
    if (!found) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    const wanted = Object.fromEntries(
      ['content-type', 'content-disposition'].flatMap((name) => {
        const value = query.get(`response-${name}`);
        return value === null ? [] : [[name, value]];
      }),
    );
    const headers = { ...wanted, 'last-modified': found.changedAt.toUTCString(), etag: etagOf(found.bytes) };
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    if (!range) return { status: 200, headers, body: found.bytes };
    const size = found.bytes.length;
    if (Number(first) >= size) return { status: 416, headers: { 'content-range': `bytes */${size}` } };
    const part = found.bytes.subarray(Number(first), Number(last) + 1);
    const end = Number(first) + part.length - 1;
    return { status: 206, headers: { ...headers, 'content-range': `bytes ${first}-${end}/${size}` }, body: part };
  }

  function inParts({ method, key, query, body }: Asked): Answer {
    if (query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    const parts = uploads.get(query.get('uploadId') ?? '');
    if (!parts) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' };
    if (method === 'DELETE') uploads.delete(query.get('uploadId') ?? '');
    if (method === 'DELETE') return { status: 204 };
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("[^"]+")<\/ETag>/g)];
    const bytes = named.map(([, number, etag]) => {
      const part = parts.get(Number(number));
      return part && etagOf(part) === etag ? part : null;
    });
    if (bytes.length === 0 || bytes.includes(null))
      return { status: 400, body: '<Error><Code>InvalidPart</Code></Error>' };
    objects.set(key, { bytes: Buffer.concat(bytes as Buffer[]), changedAt: new Date() });
    uploads.delete(query.get('uploadId') ?? '');
    return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keysOfPage = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const rest = keysOfPage.filter((key) => `${key}&` > after);
    const page = rest.slice(0, PAGE);
    const contents = page.map((key) => {
      const { bytes, changedAt } = objects.get(key) as { bytes: Buffer; changedAt: Date };
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    // With a sign that XML writes in its own way.
    const next =
      rest.length > PAGE ? `<NextContinuationToken>${escaped(`${page.at(-1)}&`)}</NextContinuationToken>` : '';
    return {
      status: 200,
      body: `<ListBucketResult><IsTruncated>${rest.length > PAGE}</IsTruncated>${contents.join('\n')}${next}</ListBucketResult>`,
    };
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    refused,
    faults,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(outgoing: ServerResponse, { status, headers, body = '' }: Answer) {
  outgoing.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  outgoing.end(outgoing.req.method === 'HEAD' ? undefined : body);
}

/** Fault of a request's signature, or null. */
function faultOfSignature(incoming: IncomingMessage, url: URL, body: Buffer, keys: Keys): string | null {
  const { headers } = incoming;
  const { credential, names, signature, sent, time } = url.searchParams.has('X-Amz-Signature')
    ? signedInAddress(url)
    : signedInHeaders(headers);
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== createHash('sha256').update(body).digest('hex'))
    return 'the body has another hash';
  const scope = [time.slice(0, 8), keys.region, 's3', 'aws4_request'];
  if (credential !== [keys.accessKeyId, ...scope].join('/')) return `another credential: ${credential}`;
  const needed = sent === 'UNSIGNED-PAYLOAD' ? ['host'] : ['host', 'x-amz-content-sha256', 'x-amz-date'];
  for (const name of needed) if (!names.split(';').includes(name)) return `${name} is not signed`;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encoded).join('='))
    .sort();
  const canonical = [
    incoming.method,
    url.pathname
      .split('/')
      .map((step) => encoded(decodeURIComponent(step)))
      .join('/'),
    query.join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sent,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')];
  const key = scope.reduce<string | Buffer>(
    (above, part) => createHmac('sha256', above).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  const right = createHmac('sha256', key).update(text.join('\n')).digest('hex');
  return right === signature ? null : 'another signature';
}

function signedInHeaders(headers: IncomingMessage['headers']) {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [sent, time] = [String(headers['x-amz-content-sha256']), String(headers['x-amz-date'])];
  return { credential, names, signature, sent, time };
}

/** An address that was signed for whoever has it. */
function signedInAddress({ searchParams }: URL) {
  const [credential = '', names = '', signature = '', time = ''] = [
    'X-Amz-Credential',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
    'X-Amz-Date',
  ].map((name) => searchParams.get(name) ?? '');
  return { credential, names, signature, sent: 'UNSIGNED-PAYLOAD', time };
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
