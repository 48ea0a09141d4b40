import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ContactMessage } from '#contract/people/contact.ts';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import { contactModes } from './contact-modes.tsx';

export function Component() {
  const { store, settings } = useShop();
  const { submit, Done, action, keepsMessage } = contactModes[settings.contactForm];
  // Outcome in the address, for a message that was sent without scripts.
  const [query] = useSearchParams();
  const outcome = action ? query.get('message') : null;
  const [sent, setSent] = useState(outcome === 'sent');

  async function onSubmit(message: ContactMessage, valid: boolean) {
    const fault = await submit(message, valid);
    if (fault === undefined && valid) setSent(true);
    return fault;
  }

  return (
    <main id="main" className="page wrap flex-1">
      <PageHead title={t('Contact')} description={`How to reach ${store.name}: write, mail or call.`} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <div>
          <h1 className="page-title">{t('Get in touch')}</h1>
          <p className="mt-3 max-w-[44ch] text-ink-2">
            {t('Questions about a product, an order or selling with us: write, and a person answers.')}
          </p>
          <ContactDetails contact={store.contact} />
        </div>
        <div className="card p-5 md:p-8">
          {sent ? (
            <div role="status" className="grid place-items-start gap-3 py-6">
              <Done email={store.contact.email} />
              <button type="button" className="btn btn-line needs-script" onClick={() => setSent(false)}>
                {t('Back to the form')}
              </button>
              <a href="/contact" className="btn btn-line without-script">
                {t('Back to the form')}
              </a>
            </div>
          ) : null}
          {(!sent || keepsMessage) && (
            <div hidden={sent}>
              {outcome !== null && outcome !== 'sent' && (
                <p role="alert" className="mb-5 text-danger">
                  {notSent(outcome)}
                </p>
              )}
              <ContactForm onSubmit={onSubmit} action={action} />
            </div>
          )}
        </div>
      </div>
    </main>
  );
}

function notSent(why: string): string {
  return why === 'wait'
    ? t('Your message was not sent: there were many from your address. Try again in an hour.')
    : t(
        'Your message was not sent: something in it is missing, or too long. Your browser’s way back leads to what you typed.',
      );
}
