// Requests to a store that speaks S3, signed. The store may be any: Amazon's, Garage, MinIO, Ceph, R2. Buckets are named in the path, which all of them take.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { StorageAway } from './storage.ts';

export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const RETRIES = 3;
const FIRST_PAUSE_MS = 50;
/** Within which an answer has to begin; and all of it has to be there, unless it is read as a stream. */
const ANSWER_MS = 60_000;

export type Asked = {
  method: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** The body is read as slowly as its reader does; whoever reads it waits for each piece no longer than for an answer. */
  isStream?: true;
};

export type S3Client = {
  /** '' is the bucket itself. */
  ask: (key: string, asked: Asked) => Promise<Response>;
  /** The body of a success. Throws an S3Failure where the store says that it failed. */
  text: (key: string, asked: Asked) => Promise<string>;
  /** An address of the object that is signed with these parameters. */
  sign: (key: string, query: Record<string, string>) => Promise<string>;
  /** How long is waited for an answer, in milliseconds. */
  answerMs: number;
};

export function openS3Client(config: S3Config, { answerMs = ANSWER_MS }: { answerMs?: number } = {}): S3Client {
  const { accessKeyId, secretAccessKey, region } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${/^.*[^/]/.exec(config.endpoint)?.[0]}/${config.bucket}`;

  /** Everything that is asked may be asked twice: what breaks off, and what the store has no time for, is asked again. */
  async function ask(key: string, asked: Asked): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === RETRIES;
      const answer = await once(key, asked).catch((error) => {
        if (isLast || isTimeout(error)) throw whyNoAnswer(asked.method, key, error);
        return null;
      });
      if (answer && (isLast || (answer.status < 500 && answer.status !== 429))) return answer;
      // Or its connection would not be free before it is collected.
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_PAUSE_MS * 2 ** attempt));
    }
  }

  async function once(key: string, { method, query, body, headers, isStream }: Asked): Promise<Response> {
    const end = query ? `?${new URLSearchParams(query)}` : '';
    const request = await client.sign(`${base}${key && `/${key}`}${end}`, {
      method,
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      ...(body && { body }),
    });
    if (!isStream) return fetch(request, { signal: AbortSignal.timeout(answerMs) });
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new DOMException('no answer', 'TimeoutError')), answerMs);
    return fetch(request, { signal: patience.signal }).finally(() => clearTimeout(timer));
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

  return { ask, text, sign, answerMs };
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** The text of the first element of this name; '' where there is none. */
export function tag(xml: string, name: string): string {
  const [, after = ''] = xml.split(`<${name}>`, 2);
  const [text = ''] = after.split('<', 1);
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, (entity) => entities[entity] ?? entity);
}

/** Failure that the store itself reports; `code` is its word for it, such as NoSuchUpload. */
export class S3Failure extends StorageAway {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export function failed(method: string, key: string, status: number, answer: string): S3Failure {
  const code = tag(answer, 'Code');
  const why = [code, tag(answer, 'Message')].filter(Boolean).join(': ');
  return new S3Failure(
    `the S3 store answered ${method} ${key || 'of the bucket'} with ${status}${why && ` (${why})`}`,
    code,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function whyNoAnswer(method: string, key: string, error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = isTimeout(error) ? 'in time' : `(${cause instanceof Error ? cause.message : String(cause)})`;
  return new StorageAway(`the S3 store gave no answer to ${method} ${key || 'of the bucket'} ${why}`, { cause: error });
}
