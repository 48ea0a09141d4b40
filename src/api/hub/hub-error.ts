// What is refused at the addresses of the Hugging Face Hub, as its clients read it: a sentence in the body and, for what they know, a code.

/** What the clients tell apart. */
export type HubErrorCode = 'RepoNotFound' | 'RevisionNotFound' | 'EntryNotFound' | 'GatedRepo';

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
  return Response.json(
    { error: message },
    {
      status,
      headers: {
        ...(code && { 'x-error-code': code }),
        'x-error-message': headerText(message),
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
