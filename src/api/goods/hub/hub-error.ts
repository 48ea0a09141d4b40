// Refusals at the addresses of the Hugging Face Hub, as its clients read them: a sentence in the body and, for what they know, a code.
import { createHash } from 'node:crypto';

/** Codes that the clients tell apart. */
type HubErrorCode = 'RepoNotFound' | 'RevisionNotFound' | 'EntryNotFound' | 'GatedRepo';

export class HubError extends Error {
  readonly status: number;
  readonly code: HubErrorCode | null;
  readonly headers: Record<string, string>;

  /** `message` is for a person, in the terminal of the program that has asked. */
  constructor(
    message: string,
    {
      status,
      code = null,
      headers = {},
    }: { status: number; code?: HubErrorCode | null; headers?: Record<string, string> },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The clients take every other 401 for a repository that is not there. */
export const wrongToken = 'Invalid credentials in Authorization header';

export function answerHubError({ status, code, message, headers }: HubError): Response {
  const plain = headerText(message);
  return Response.json(
    { error: message },
    {
      status,
      headers: {
        ...(code && { 'x-error-code': code }),
        'x-error-message': plain,
        // `hf` has sentences of its own for what it knows, and a HEAD has no body: this one is printed as it is, once for each
        // topic, which is what stands before the semicolon. What programs merely try, such as names of files, is not worth it.
        ...((status === 401 || code === 'GatedRepo') && { 'x-hf-warning': `${topicOf(plain)}; ${plain}` }),
        ...(status === 401 && { 'www-authenticate': 'Bearer' }),
        ...headers,
      },
    },
  );
}

/** A header holds plain letters only; the body has the sentence as it is. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?');
}

/** Each sentence is a topic of its own: who asks for two products is told of both. */
function topicOf(sentence: string): string {
  return createHash('sha256').update(sentence).digest('hex').slice(0, 8);
}

export function repoNotFound(): HubError {
  return new HubError('There is no such repository, or it is not for you. A library token shows what was bought.', {
    status: 404,
    code: 'RepoNotFound',
  });
}

export function revisionNotFound(revision: string): HubError {
  return new HubError(
    `There is no version ${JSON.stringify(revision.slice(0, 100))}. Leave the revision out to get the newest that you have bought.`,
    { status: 404, code: 'RevisionNotFound' },
  );
}

export function entryNotFound(commit: string): HubError {
  return new HubError('There is no such file or folder in this version.', {
    status: 404,
    code: 'EntryNotFound',
    headers: { 'x-repo-commit': commit },
  });
}
