/** Every type of error that the protocol knows, with the HTTP status that it is answered with. */
const statusOf = {
  CodeMismatchException: 400,
  EnableSoftwareTokenMFAException: 400,
  ExpiredCodeException: 400,
  InternalErrorException: 500,
  InvalidParameterException: 400,
  InvalidPasswordException: 400,
  LimitExceededException: 400,
  NotAuthorizedException: 400,
  PasswordResetRequiredException: 400,
  ResourceNotFoundException: 400,
  SerializationException: 400,
  ServiceUnavailableException: 503,
  TooManyRequestsException: 400,
  UnknownOperationException: 400,
  UnsupportedTokenTypeException: 400,
  UserNotConfirmedException: 400,
  UsernameExistsException: 400,
  WebAuthnChallengeNotFoundException: 400,
} as const;

type ErrorType = keyof typeof statusOf;

/** An answer of the protocol that is no success: its type is what clients switch over, its message is for people. */
export class ProtocolError extends Error {
  readonly type: ErrorType;

  constructor(type: ErrorType, message: string) {
    super(message);
    this.type = type;
  }

  get status(): number {
    return statusOf[this.type];
  }
}

export const invalidParameter = (message: string) => new ProtocolError('InvalidParameterException', message);
export const notAuthorized = (message: string) => new ProtocolError('NotAuthorizedException', message);
export const notFound = (message: string) => new ProtocolError('ResourceNotFoundException', message);
export const serialization = (message: string) => new ProtocolError('SerializationException', message);

/** The same for a wrong password and for an unknown user, so that nobody learns who has an account. */
export const wrongPassword = () => notAuthorized('Incorrect username or password.');
export const userDisabled = () => notAuthorized('User is disabled.');
export const invalidRefreshToken = () => notAuthorized('Invalid Refresh Token');
/** A session of an unfinished sign-in that was changed, is spent, or belongs to another step. */
export const invalidSession = () => notAuthorized('Invalid session for the user.');
export const expiredSession = () => notAuthorized('Invalid session for the user, session is expired.');
export const guestsRefused = () => notAuthorized('Unauthenticated access is not supported for this identity pool.');

export const codeMismatch = () =>
  new ProtocolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const expiredCode = () =>
  new ProtocolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const limitExceeded = () =>
  new ProtocolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
export const tooManyRequests = () =>
  new ProtocolError('TooManyRequestsException', 'Too many requests, please wait a minute.');

export const missingParameter = (name: string) => invalidParameter(`Missing required parameter ${name}`);
export const invalidSrpA = () => invalidParameter('SRP_A is not a public value of this group.');
/** With both, one account could be proved and another changed. */
export const notOneProof = () => invalidParameter('Either AccessToken or Session is required.');
export const deviceNotFound = () => notFound('Device does not exist.');

/** For what nobody expected. With the id the operator finds it in the log. */
export const ourFault = (requestId: string) => `Something went wrong on our side. Try again. (Request ${requestId})`;
