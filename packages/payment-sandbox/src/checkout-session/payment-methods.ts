import type { Sandbox } from '../sandbox.ts';
import type { PaymentMethod } from '../schema.ts';

/** Every name that the provider knows. The sandbox has two of them. */
export const methodNames = `
  acss_debit affirm afterpay_clearpay alipay alma amazon_pay au_becs_debit bacs_debit bancontact billie bizum
  blik boleto card cashapp crypto customer_balance eps fpx giropay grabpay ideal kakao_pay klarna konbini
  kr_card link mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco paynow paypal
  paypay payto pix promptpay revolut_pay samsung_pay satispay scalapay sepa_debit sequra sofort sunbit swish
  twint upi us_bank_account wechat_pay zip`
  .trim()
  .split(/\s+/);

/** The account's methods that a session may use: bank accounts are debited in dollars only. */
export function eligibleMethods(
  { methods }: Pick<Sandbox, 'methods'>,
  currency: string,
  asked: { allowed?: string[] | undefined; excluded?: string[] | undefined },
): PaymentMethod[] {
  return methods.filter(
    (method) =>
      (method === 'card' || currency === 'usd') &&
      (asked.allowed?.includes(method) ?? true) &&
      !asked.excluded?.includes(method),
  );
}
