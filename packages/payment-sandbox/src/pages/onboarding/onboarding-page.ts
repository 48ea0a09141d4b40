// The provider's page where a seller tells who they are and where their money goes. It works without scripts.
import { html } from 'hono/html';
import { countries } from '#contract';
import { payoutTestAccounts } from '../../payout/test-bank-accounts.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Account, AccountLink, Onboarding } from '../../schema.ts';
import { attributes, field } from '../form-field.ts';
import { type Html, layout, notice } from '../layout.ts';
import { testRouting } from '../test-accounts.ts';
import {
  documents,
  type OnboardingFaults,
  type OnboardingField,
  type OnboardingValues,
  onboardingFields,
  partsOf,
} from './onboarding-form.ts';

type Page = { link: AccountLink; account: Account; values: OnboardingValues; faults: OnboardingFaults };

const hint = 'Use a test account.';

const titles: Record<Exclude<Onboarding, 'rejected'>, { title: string; lead: string; button: string }> = {
  details_due: {
    title: 'Get paid',
    lead: 'Tell the payment provider who you are and where your money goes.',
    button: 'Agree and continue',
  },
  document_due: {
    title: 'A document is missing',
    lead: 'Your details are known. Hand in a document that proves who you are, and you can be paid.',
    button: 'Hand in',
  },
  complete: {
    title: 'Where you are paid out',
    lead: 'You are ready to be paid. Here you can change the bank account.',
    button: 'Save',
  },
};

const documentTexts: Record<(typeof documents)[number], { label: string; does: string }> = {
  accepted: { label: 'Hand in a passport', does: 'It is accepted: you can be paid.' },
  missing: { label: 'Hand it in later', does: 'The document is asked for again before you can be paid.' },
  rejected: { label: 'Hand in a forged passport', does: 'The provider rejects you for good.' },
};

export function renderOnboardingPage(sandbox: Sandbox, page: Page): Html {
  const { link, account, faults } = page;
  if (account.onboarding === 'rejected') return renderRejected(sandbox, link);
  const { title, lead, button } = titles[account.onboarding];
  const asked = partsOf[account.onboarding];
  const firstWrong = onboardingFields.find((name) => faults[name]);
  const about = (name: OnboardingField) => attributes(faults[name], name, name === firstWrong);
  return layout(
    sandbox,
    title,
    html`<main class="narrow">
<p class="small">Imitation of the payment provider’s page</p>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<dl class="facts"><dt>Shop</dt><dd>${account.display_name ?? account.contact_email ?? account.id}</dd><dt>Sells at</dt><dd>${sandbox.shopName}</dd></dl>
<section class="panel" aria-label="${title}">
${firstWrong && html`<p class="alert" role="alert"><strong>Something is missing.</strong> ${faults[firstWrong]}</p>`}
<form method="post" action="/pay/onboarding/${link.token}" novalidate>
${asked.has('given') && aboutYou(page, about)}
${asked.has('account') && aboutBank(page, about)}
${asked.has('document') && aboutDocument(page, about)}
${
  asked.has('terms') &&
  html`<div class="field check"><input type="checkbox" id="terms" name="terms" value="yes" ${about('terms')}><label for="terms">I agree to the provider’s terms of service.</label>${faults.terms && html`<p class="fault" id="terms-fault">${faults.terms}</p>`}</div>`
}
<button type="submit" class="button accent">${button}</button>
<button type="submit" class="button quiet" name="leave" value="yes" formnovalidate>Leave and finish later</button>
</form>
</section>
</main>`,
    hint,
  );
}

type About = (name: OnboardingField) => Html;

function aboutYou({ account, values, faults }: Page, about: About): Html {
  const fixed = account.identity.country !== undefined;
  return html`<h2>About you</h2>
<fieldset class="choices"><legend>You sell as</legend>
${(['individual', 'company'] as const).map(
  (kind) =>
    html`<label><input type="radio" name="entity" value="${kind}" ${values.entity === kind && 'checked'}> ${kind === 'individual' ? 'A person' : 'A company'}</label>`,
)}
${faults.entity && html`<p class="fault">${faults.entity}</p>`}
</fieldset>
<div class="two">
${field(
  { id: 'given', label: 'First name', fault: faults.given },
  html`<input id="given" name="given" autocomplete="given-name" maxlength="250" value="${values.given}" ${about('given')}>`,
)}
${field(
  { id: 'surname', label: 'Last name', fault: faults.surname },
  html`<input id="surname" name="surname" autocomplete="family-name" maxlength="250" value="${values.surname}" ${about('surname')}>`,
)}
</div>
<div class="two">
${field(
  { id: 'birth', label: 'Date of birth', fault: faults.birth },
  html`<input id="birth" name="birth" type="date" autocomplete="bday" value="${values.birth}" ${about('birth')}>`,
)}
${field(
  { id: 'country', label: 'Country', fault: faults.country },
  html`<select id="country" name="country" autocomplete="country" ${fixed && 'disabled'} ${about('country')}>
<option value="">Choose</option>
${countries.map(({ code, name }) => html`<option value="${code}" ${code === values.country && 'selected'}>${name}</option>`)}
</select>`,
)}
</div>`;
}

function aboutBank({ values, faults }: Page, about: About): Html {
  return html`<h2>Bank account</h2>
<div class="test-cards" role="group" aria-labelledby="test-accounts">
<h3 id="test-accounts">Test accounts</h3>
<ul>
${payoutTestAccounts.map(
  ({ number, does }) =>
    html`<li><code>${number}</code><span class="does">${does}</span><button type="button" class="use" hidden data-account="${number}" aria-label="Use ${number}">Use</button></li>
`,
)}</ul>
<p class="small">The routing number of all of them is <code id="test-routing">${testRouting}</code>.</p>
</div>
<div class="two">
${field(
  { id: 'routing', label: 'Routing number', fault: faults.routing },
  html`<input id="routing" name="routing" inputmode="numeric" autocomplete="off" maxlength="11" value="${values.routing}" ${about('routing')}>`,
)}
${field(
  { id: 'account', label: 'Account number', fault: faults.account },
  html`<input id="account" name="account" inputmode="numeric" autocomplete="off" maxlength="17" ${about('account')}>`,
)}
</div>`;
}

function aboutDocument({ values, faults }: Page, about: About): Html {
  return html`<fieldset class="choices" ${about('document')}><legend>Identity document</legend>
${documents.map(
  (name) =>
    html`<label><input type="radio" name="document" value="${name}" ${values.document === name && 'checked'}> <span>${documentTexts[name].label}<span class="small">${documentTexts[name].does}</span></span></label>`,
)}
${faults.document && html`<p class="fault" id="document-fault">${faults.document}</p>`}
</fieldset>`;
}

function renderRejected(sandbox: Sandbox, link: AccountLink): Html {
  return notice(sandbox, {
    title: 'You cannot be paid',
    sentences: [
      'The payment provider has rejected this account and will not say more here.',
      `Write to ${sandbox.shopName}: what you have earned is not lost.`,
    ],
    back: { label: `Back to ${sandbox.shopName}`, href: link.return_url ?? link.refresh_url },
  });
}

/** Says that a link is no longer good, and where a new one is had. */
export function renderClosedLink(sandbox: Sandbox, link: AccountLink | null, state: 'used' | 'expired'): Html {
  if (!link)
    return notice(sandbox, {
      title: 'There is nothing at this address',
      sentences: ['The link may have been copied in part. Open it again from your shop.'],
      back: { label: `Back to ${sandbox.shopName}`, href: `${sandbox.origin}/` },
    });
  return notice(sandbox, {
    title: state === 'used' ? 'This link has been used' : 'This link has expired',
    sentences: [
      state === 'used'
        ? 'A link is good once. What you have told is kept.'
        : 'For your safety a link is good for some minutes only. What you have told before is kept.',
      'Ask for a new one to go on.',
    ],
    back: { label: 'Get a new link', href: link.refresh_url },
  });
}

/** Where there is no page to send the seller back to. */
export function renderOnboardingEnd(sandbox: Sandbox): Html {
  return notice(sandbox, {
    title: 'That is all for now',
    sentences: ['What you have told is kept. You can close this page.'],
    back: { label: `Back to ${sandbox.shopName}`, href: `${sandbox.origin}/` },
  });
}
