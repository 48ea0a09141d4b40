// Missing parts of an application. The one place that says so: every answer about it carries this list, submitting refuses by it, and the
// page shows exactly it.
import type { ApplicationField, Missing } from '#contract/selling/seller.ts';

type Written = {
  name: string | null;
  address: string | null;
  country: string;
  responsible: string;
  sells: string;
  support_email: string;
  support_confirmed: string;
  terms_accepted_at: Date | null;
};

/** In the order of the page. Empty: it can be submitted. */
export function missingOf(written: Written): Missing[] {
  const needed: Array<[ApplicationField, boolean, string]> = [
    ['name', !written.name, 'Give your shop a name'],
    ['address', !written.address, 'Choose the address of its page'],
    ['responsible', !written.responsible, 'Say who is responsible, with a postal address'],
    ['country', !written.country, 'Choose the country'],
    ['sells', !written.sells, 'Say what you sell'],
    ['support_email', !written.support_email, 'Name the address where buyers get help'],
    ['support_email', written.support_email !== '' && !isSupportConfirmed(written), 'Confirm the support address'],
    ['terms_accepted', written.terms_accepted_at === null, 'Accept the terms'],
  ];
  return needed.flatMap(([field, isMissing, message]) => (isMissing ? [{ field, message }] : []));
}

/** Buyers are told no address that nobody has shown to be theirs. */
export function isSupportConfirmed(written: Pick<Written, 'support_email' | 'support_confirmed'>): boolean {
  return written.support_confirmed === written.support_email.toLowerCase();
}
