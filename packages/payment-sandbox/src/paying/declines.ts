// How banks say no, in the provider's own codes and words.
import type Stripe from 'stripe';

export type Failure = {
  code: Stripe.PaymentIntent.LastPaymentError.Code;
  decline_code: string | null;
  message: string;
};

const declined = (decline_code: string, message = 'Your card was declined.'): Failure => ({
  code: 'card_declined',
  decline_code,
  message,
});

export const declines = {
  declines: declined('generic_decline'),
  'lacks funds': declined('insufficient_funds', 'Your card has insufficient funds.'),
  'is lost': declined('lost_card'),
  'is stolen': declined('stolen_card'),
  'is over its limit': declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  'looks like fraud': declined('fraudulent'),
  'has expired': { code: 'expired_card', decline_code: null, message: 'Your card has expired.' },
  'has another security code': {
    code: 'incorrect_cvc',
    decline_code: null,
    message: "Your card's security code is incorrect.",
  },
  'cannot work on it now': {
    code: 'processing_error',
    decline_code: null,
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  'fails to authenticate': {
    code: 'payment_intent_authentication_failure',
    decline_code: null,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  'account is closed': {
    code: 'account_closed',
    decline_code: null,
    message: "The customer's bank account has been closed.",
  },
  'has no such account': {
    code: 'no_account',
    decline_code: null,
    message: "The customer's bank account could not be located.",
  },
  'lacks funds in the account': {
    code: 'insufficient_funds',
    decline_code: null,
    message: "The customer's account has insufficient funds to cover this payment.",
  },
} satisfies Record<string, Failure>;

export type DeclineName = keyof typeof declines;
