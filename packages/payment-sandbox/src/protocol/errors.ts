import { formatAmount } from '../money/currency.rules.ts';
import type { AnswerStatus } from '../schema.ts';

type Refusal = {
  status: Exclude<AnswerStatus, 200>;
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  message_code?: string;
};

const request = { status: 400, type: 'invalid_request_error' } as const;

/** Possible faults of a parameter. */
const parameterRefusals = {
  parameter_invalid: request,
  parameter_missing: { ...request, code: 'parameter_missing' },
  parameter_unknown: { ...request, code: 'parameter_unknown' },
  parameter_invalid_empty: { ...request, code: 'parameter_invalid_empty' },
  parameter_invalid_integer: { ...request, code: 'parameter_invalid_integer' },
  parameters_exclusive: { ...request, code: 'parameters_exclusive' },
  url_invalid: { ...request, code: 'url_invalid' },
  email_invalid: { ...request, code: 'email_invalid' },
  resource_already_exists: { ...request, code: 'resource_already_exists' },
  coupon_expired: { ...request, code: 'coupon_expired' },
  amount_too_small: { ...request, code: 'amount_too_small' },
  amount_too_large: { ...request, code: 'amount_too_large' },
} as const satisfies Record<string, Refusal>;

/** Every way in which the API says no, with the provider's status, type and, where it has one, code. */
const refusals = {
  ...parameterRefusals,
  unauthorized: { ...request, status: 401 },
  address_unknown: { ...request, status: 404 },
  method_not_allowed: { ...request, status: 405 },
  body_unreadable: request,
  resource_missing: { ...request, status: 404, code: 'resource_missing' },
  named_resource_missing: { ...request, code: 'resource_missing' },
  state_forbids: request,
  charge_already_refunded: { ...request, code: 'charge_already_refunded' },
  charge_disputed: { ...request, code: 'charge_disputed' },
  insufficient_balance: { ...request, message_code: 'insufficient_balance_for_refund' },
  account_invalid: { ...request, status: 403, code: 'account_invalid' },
  balance_insufficient: { ...request, code: 'balance_insufficient' },
  capability_missing: { ...request, code: 'insufficient_capabilities_for_transfer' },
  payouts_not_allowed: { ...request, code: 'payouts_not_allowed' },
  invalid_fields: { ...request, code: 'invalid_fields' },
  not_found: { ...request, status: 404, code: 'not_found' },
  idempotency_key_misused: { status: 400, type: 'idempotency_error' },
  idempotency_key_in_use: { ...request, status: 409, code: 'idempotency_key_in_use' },
  internal: { status: 500, type: 'api_error' },
} as const satisfies Record<string, Refusal>;

export type ParameterRefusal = keyof typeof parameterRefusals;

/** An answer of the API that is no success, in the provider's shape. */
export class ProviderError extends Error {
  readonly status: Refusal['status'];
  readonly body: { error: Omit<Refusal, 'status'> & { param?: string; message: string } };

  constructor(refusal: keyof typeof refusals, message: string, param?: string) {
    super(message);
    const { status, type, ...codes }: Refusal = refusals[refusal];
    this.status = status;
    this.body = { error: { ...codes, ...(param !== undefined && { param }), message, type } };
  }
}

/** A parameter that cannot be taken as it is. */
export function invalid(
  param: string,
  message: string,
  refusal: ParameterRefusal = 'parameter_invalid',
): ProviderError {
  return new ProviderError(refusal, message, param);
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
  const refusal = status === 404 ? 'resource_missing' : 'named_resource_missing';
  return new ProviderError(refusal, `No such ${object}: '${id}'`, param);
}

export function noApiKey(): ProviderError {
  return new ProviderError(
    'unauthorized',
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  );
}

export function wrongApiKey(): ProviderError {
  return new ProviderError('unauthorized', 'Invalid API Key provided.');
}

export function notYourAccount(id: string): ProviderError {
  return new ProviderError(
    'account_invalid',
    `The provided key 'sk_test_***' does not have access to account '${id.slice(0, 50)}' (or that account does not exist). Application access may have been revoked.`,
  );
}

/** The provider would answer for that account; the sandbox knows only the platform's. */
export function notForAccounts(path: string): ProviderError {
  return new ProviderError('state_forbids', `This sandbox does not take Stripe-Account at ${path}.`);
}

export function unrecognizedAddress(method: string, path: string, status: 404 | 405): ProviderError {
  const refusal = status === 404 ? 'address_unknown' : 'method_not_allowed';
  return new ProviderError(refusal, `Unrecognized request URL (${method}: ${path}).`);
}

export function unreadableBody(reason: string): ProviderError {
  return new ProviderError('body_unreadable', `Invalid request: ${reason}`);
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

/** Characters. */
export const LONGEST_KEY = 255;

export function keyTooLong(): ProviderError {
  return idempotencyError(`Keys for idempotent requests can be at most ${LONGEST_KEY} characters long.`);
}

function idempotencyError(message: string): ProviderError {
  return new ProviderError('idempotency_key_misused', message);
}

export function keyInUse(key: string): ProviderError {
  return new ProviderError(
    'idempotency_key_in_use',
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  );
}

export function noMethods(): ProviderError {
  return new ProviderError(
    'state_forbids',
    'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard.',
  );
}

export function notOpen(status: string): ProviderError {
  return new ProviderError(
    'state_forbids',
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
  );
}

export function notPaid(paymentIntent: string): ProviderError {
  return new ProviderError(
    'state_forbids',
    `This PaymentIntent (${paymentIntent}) does not have a successful charge to refund.`,
  );
}

export function alreadyRefunded(charge: string): ProviderError {
  return new ProviderError('charge_already_refunded', `Charge ${charge} has already been refunded.`);
}

/** Refusal to refund a charge that the bank has taken back. */
export function chargedBack(charge: string): ProviderError {
  return new ProviderError('charge_disputed', `Charge ${charge} has been charged back; cannot issue a refund.`);
}

export function noFundsToRefund(): ProviderError {
  return new ProviderError('insufficient_balance', 'Insufficient funds in your Stripe balance to refund this amount.');
}

export function notProcessing(session: string): ProviderError {
  return new ProviderError('state_forbids', `The payment of this Checkout Session (${session}) is not processing.`);
}

export function refundSettled(status: string): ProviderError {
  return new ProviderError(
    'state_forbids',
    `This refund has a status of \`${status}\`, which nothing changes any more.`,
  );
}

export function disputeClosed(): ProviderError {
  return new ProviderError('state_forbids', 'This dispute is already closed.');
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
  return new ProviderError('internal', 'Something went wrong on our side. Try again.');
}
