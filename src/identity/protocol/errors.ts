/** An answer of the protocol that is no success: its type is what clients switch over, its message is for people. */
export class ProtocolError extends Error {
  type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The same for a wrong password and for an unknown user, so that nobody learns who has an account. */
export const wrongPassword = () => new ProtocolError('NotAuthorizedException', 'Incorrect username or password.');
export const notAuthorized = (message: string) => new ProtocolError('NotAuthorizedException', message);
export const invalidParameter = (message: string) => new ProtocolError('InvalidParameterException', message);
export const codeMismatch = () =>
  new ProtocolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const expiredCode = () =>
  new ProtocolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
export const limitExceeded = () =>
  new ProtocolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
export const tooManyRequests = () =>
  new ProtocolError('TooManyRequestsException', 'Too many requests, please wait a minute.');
export const notFound = (message: string) => new ProtocolError('ResourceNotFoundException', message);
/** A session of an unfinished sign-in that was changed, is spent, or belongs to another step. */
export const invalidSession = () => notAuthorized('Invalid session for the user.');
export const expiredSession = () => notAuthorized('Invalid session for the user, session is expired.');

/** For what nobody expected. With the id the operator finds it in the log. */
export const ourFault = (requestId: string) => `Something went wrong on our side. Try again. (Request ${requestId})`;
