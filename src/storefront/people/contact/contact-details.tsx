import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Store } from '#contract/store.ts';
import { t } from '#language/message.ts';

/** How the shop is reached otherwise: by post, mail and telephone. */
export function ContactDetails({ contact }: { contact: Store['contact'] }) {
  return (
    <aside aria-label={t('Contact details')} className="mt-8 grid gap-6">
      <Detail icon={MapPin} label={t('Postal address')}>
        <address className="not-italic">
          {contact.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </Detail>
      <Detail icon={Mail} label={t('Support')}>
        <a className="underline underline-offset-4" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
      </Detail>
      <Detail icon={Phone} label={t('Telephone')}>
        <a className="num underline underline-offset-4" href={`tel:${contact.telephone.replace(/[^+\d]/g, '')}`}>
          {contact.telephone}
        </a>
      </Detail>
    </aside>
  );
}

function Detail({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <Icon size={20} strokeWidth={1.6} aria-hidden className="mt-1 flex-none text-ink-3" />
      <div>
        <h2 className="text-sm text-ink-3">{label}</h2>
        {children}
      </div>
    </div>
  );
}
