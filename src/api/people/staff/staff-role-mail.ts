import type { Marketplace } from '#contract/marketplace.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import type { Message } from '#mail/mailer.ts';

const names: Record<StaffRole, string> = {
  admin: 'an administrator',
  finance: 'finance staff',
  catalogue: 'catalogue staff',
  support: 'support staff',
};

/** `role` null: it was taken away. */
export function staffRoleMail(shop: Marketplace, { to, role }: { to: string; role: StaffRole | null }): Message {
  if (role === null)
    return {
      to,
      subject: `You're no longer staff of ${shop.name}`,
      heading: `You're no longer staff of ${shop.name}`,
      paragraphs: ['An administrator has taken your role away. Your account stays as it is.'],
    };
  return {
    to,
    subject: `You're now ${names[role]} of ${shop.name}`,
    heading: `You're now ${names[role]} of ${shop.name}`,
    paragraphs: [
      'An administrator has given you this role. It works at once.',
      'Staff sign in with a second factor. If you have none yet, set one up in your profile first.',
    ],
    action: { label: 'Open Admin', url: `${shop.origin}/admin` },
    note: 'If you did not expect this, reply to this email.',
  };
}
