import { formatAmount } from '../money/currency.rules.ts';

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error';
type Details = { code?: string; message_code?: string; param?: string };

/** An answer of the API that is no success, in the provider's shape. */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: { error: Details & { type: ErrorType; message: string } };

  constructor(status: number, message: string, details: Details = {}, type: ErrorType = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.body = { error: { ...details, message, type } };
  }
}

/** A parameter that cannot be taken as it is. */
export function invalid(param: string, message: string, code?: string): ProviderError {
  return new ProviderError(400, message, code ? { code, param } : { param });
}

export function missing(param: string): ProviderError {
  return invalid(param, `Missing required param: ${param}.`, 'parameter_missing');
}

/** Also for what the provider knows and the sandbox does not: a shop must not believe that it was heeded. */
export function unknown(param: string): ProviderError {
  return invalid(param, `Received unknown parameter: ${param}`, 'parameter_unknown');
}

/** `status` 404 for what an address names, 400 for what a parameter names. */
export function noSuch(object: string, id: string, param: string, status: 400 | 404): ProviderError {
  return new ProviderError(status, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
}

export function noApiKey(): ProviderError {
  return new ProviderError(
    401,
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  );
}

export function wrongApiKey(): ProviderError {
  return new ProviderError(401, 'Invalid API Key provided.');
}

export function unrecognizedAddress(method: string, path: string, status: 404 | 405): ProviderError {
  return new ProviderError(status, `Unrecognized request URL (${method}: ${path}).`);
}

export function unreadableBody(reason: string): ProviderError {
  return new ProviderError(400, `Invalid request: ${reason}`);
}

export function otherEndpoint(key: string, endpoint: string, first: string): ProviderError {
  return idempotencyError(
    `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

export function otherParameters(key: string): ProviderError {
  return idempotencyError(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

export function keyTooLong(): ProviderError {
  return idempotencyError('Keys for idempotent requests can be at most 255 characters long.');
}

function idempotencyError(message: string): ProviderError {
  return new ProviderError(400, message, {}, 'idempotency_error');
}

export function keyInUse(key: string): ProviderError {
  return new ProviderError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  );
}

export function noMethods(): ProviderError {
  return new ProviderError(
    400,
    'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard.',
  );
}

export function notOpen(status: string): ProviderError {
  return new ProviderError(
    400,
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
  );
}

export function notPaid(paymentIntent: string): ProviderError {
  return new ProviderError(400, `This PaymentIntent (${paymentIntent}) does not have a successful charge to refund.`);
}

export function alreadyRefunded(charge: string): ProviderError {
  return new ProviderError(400, `Charge ${charge} has already been refunded.`, { code: 'charge_already_refunded' });
}

/** What the bank has taken back, the shop cannot give back. */
export function chargedBack(charge: string): ProviderError {
  return new ProviderError(400, `Charge ${charge} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
  });
}

export function noFundsToRefund(): ProviderError {
  return new ProviderError(400, 'Insufficient funds in your Stripe balance to refund this amount.', {
    message_code: 'insufficient_balance_for_refund',
  });
}

export function notProcessing(session: string): ProviderError {
  return new ProviderError(400, `The payment of this Checkout Session (${session}) is not processing.`);
}

export function refundSettled(status: string): ProviderError {
  return new ProviderError(400, `This refund has a status of \`${status}\`, which nothing changes any more.`);
}

export function disputeClosed(): ProviderError {
  return new ProviderError(400, 'This dispute is already closed.');
}

export function refundTooLarge(amount: number, left: number, charged: number, currency: string): ProviderError {
  const limit = left === charged ? 'charge amount' : 'unrefunded amount on charge';
  const [asked, most] = [formatAmount(amount, currency), formatAmount(left, currency)];
  return invalid('amount', `Refund amount (${asked}) is greater than ${limit} (${most})`);
}

/** `step`: what the amount must be a multiple of. */
export function unevenAmount(currency: string, step: number): string {
  const why = step === 100 ? 'has become effectively zero-decimal' : 'is charged with two decimals';
  return `Invalid amount. Currency ${currency.toUpperCase()} ${why} and charged amounts must be evenly divisible by ${step}.`;
}

export function internal(): ProviderError {
  return new ProviderError(500, 'Something went wrong on our side. Try again.', {}, 'api_error');
}
