// What a customer is told when the staff suspend them, take that back, or delete their account.

type Mail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
};
type Shop = { name: string; origin: string };

export function suspendedCustomerMail(shop: Shop, to: string, reason: string): Mail {
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

export function restoredCustomerMail(shop: Shop, to: string): Mail {
  return {
    to,
    subject: `Your ${shop.name} account is open again`,
    heading: 'Your account is open again',
    paragraphs: ['Your account is no longer suspended. You can sign in as before.'],
    action: { label: 'Sign in', url: `${shop.origin}/account/login` },
  };
}

export function deletedCustomerMail(shop: Shop, to: string): Mail {
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
