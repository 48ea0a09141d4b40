import { phonePattern } from '#contract/people/account-limits.ts';
import { isEmail } from '#contract/people/email.ts';
import { t } from '#language/message.ts';
import { type BillingName, type BillingValues, billingFields, billingNames } from './billing.ts';

/** Fields that may stay empty. */
export const optionalBilling: readonly BillingName[] = ['company', 'notes'];

/** Faults of the billing details by field; a field without an entry is right. */
export function checkBilling(values: BillingValues): Partial<BillingValues> {
  const faults: Partial<BillingValues> = {};
  for (const name of billingNames) {
    const missing = values[name].trim() === '' && !optionalBilling.includes(name);
    if (missing) faults[name] = t('{label} is required', { label: t(billingFields[name].label) });
  }
  if (!faults.mobile && !phonePattern.test(values.mobile.trim())) faults.mobile = t('Enter a valid telephone number');
  if (!faults.email && !isEmail(values.email)) faults.email = t('Enter a valid email address');
  return faults;
}
