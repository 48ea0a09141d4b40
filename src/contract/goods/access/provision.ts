// Words about a shop's endpoint, which is called when something was bought that only the shop can set up. Free of the validator.

/** So long an answer of a shop's endpoint is waited for. */
export const endpointPatienceSeconds = 20;

/** Calls to a shop's endpoint. `provision.test` asks for nothing: it is whether it arrives. */
export const provisionCallTypes = [
  'access.grant',
  'access.withdraw',
  'hours.start',
  'hours.stop',
  'hours.extend',
  'hours.status',
] as const;
export type ProvisionCallType = (typeof provisionCallTypes)[number];

/** `sent`: the endpoint has taken it. */
export const provisionCallStates = ['waiting', 'sent', 'failed'] as const;
export type ProvisionCallState = (typeof provisionCallStates)[number];

/**
 * `being_set_up`: the shop is asked for it; `late`: the promised time has passed; `money_back`: the buyer has taken the money instead;
 * `on_hold`: somebody looks at the payment; `ended`: it was refunded or withdrawn, or it has expired.
 */
export const accessStates = ['ready', 'being_set_up', 'late', 'money_back', 'on_hold', 'ended'] as const;
export type AccessState = (typeof accessStates)[number];

/** Names that may stand between two pairs of braces in an access text. */
export const accessPlaceholders = [
  'order_id',
  'product_name',
  'product_id',
  'version',
  'options',
  'quantity',
  'bought_on',
  'buyer_id',
  'key',
] as const;
export type AccessPlaceholder = (typeof accessPlaceholders)[number];
