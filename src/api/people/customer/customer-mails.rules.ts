// Emails to a customer about their account: suspended, restored, deleted, and that an export of their data is ready.
import type { Marketplace } from '#contract/marketplace.ts';
import { dataExportPath } from '#contract/people/data-export.ts';
import { momentText } from '#contract/text/moment-text.ts';

type Mail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
};
export function suspendedCustomerMail(shop: Marketplace, to: string, reason: string): Mail {
  return {
    to,
    subject: `Your ${shop.name} account is suspended`,
    heading: 'Your account is suspended',
    paragraphs: [
      'We have suspended your account. You are signed out everywhere and cannot sign in or buy at the moment. Orders that were not paid have ended.',
      `Why: ${reason}`,
      'What you have paid for is still delivered. Answer this mail, or write to us by the contact page, when you think that we are wrong.',
    ],
    action: { label: 'Write to us', url: `${shop.origin}/contact` },
  };
}

export function restoredCustomerMail(shop: Marketplace, to: string): Mail {
  return {
    to,
    subject: `Your ${shop.name} account is open again`,
    heading: 'Your account is open again',
    paragraphs: ['Your account is no longer suspended. You can sign in as before.'],
    action: { label: 'Sign in', url: `${shop.origin}/account/login` },
  };
}

export function deletedCustomerMail(shop: Marketplace, to: string): Mail {
  return {
    to,
    subject: `Your ${shop.name} account is deleted`,
    heading: 'Your account is deleted',
    paragraphs: [
      'We have deleted your account, your profile and your reviews. Orders and their invoices stay for as long as tax law asks for, without your account.',
      'Answer this mail when you did not ask for it.',
    ],
  };
}

export function exportReadyMail(shop: Marketplace, to: string, until: Date): Mail {
  return {
    to,
    subject: `Your ${shop.name} data is ready`,
    heading: 'Your data is ready',
    paragraphs: [
      `The export of your data that you asked for is ready. You can download it from your profile until ${momentText(until)}, then we delete the file.`,
      'Only you can download it, and you have to be signed in. If you did not ask for it, change your password.',
    ],
    action: { label: 'Download your data', url: `${shop.origin}${dataExportPath}` },
  };
}

export function exportFailedMail(shop: Marketplace, to: string): Mail {
  return {
    to,
    subject: `Your ${shop.name} data could not be exported`,
    heading: 'Your data could not be exported',
    paragraphs: [
      'We could not make the export of your data that you asked for. Ask for it again in your profile. If it fails again, answer this mail, and we send it to you.',
    ],
    action: { label: 'See your data', url: `${shop.origin}${dataExportPath}` },
  };
}
