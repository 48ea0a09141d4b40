// Requests to a store that speaks S3, signed. The store may be any: Amazon's, Garage, MinIO, Ceph, R2. Buckets are named in the path, which all of them take.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const RETRIES = 3;
const ANSWER_MS = 60_000;

export type Asked = {
  method: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export type S3Client = {
  /** '' is the bucket itself. */
  ask: (key: string, asked: Asked) => Promise<Response>;
  /** The body of a success. Throws what the store says it failed by. */
  text: (key: string, asked: Asked) => Promise<string>;
  /** An address of the object that is signed with these parameters. */
  sign: (key: string, query: Record<string, string>) => Promise<string>;
};

export function openS3Client(config: S3Config): S3Client {
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

  async function sign(key: string, query: Record<string, string>): Promise<string> {
    const signed = await client.sign(`${base}/${key}?${new URLSearchParams(query)}`, { aws: { signQuery: true } });
    return signed.url;
  }

  return { ask, text, sign };
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** The text of the first element of this name; '' where there is none. */
export function tag(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, (entity) => entities[entity] ?? entity);
}

export function failed(method: string, key: string, status: number, answer: string): Error {
  const why = [tag(answer, 'Code'), tag(answer, 'Message')].filter(Boolean).join(': ');
  return new Error(`the S3 store answered ${method} ${key || 'of the bucket'} with ${status}${why && ` (${why})`}`);
}
