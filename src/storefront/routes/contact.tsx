import { useState } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { ContactDetails } from '../components/contact/contact-details.tsx';
import { ContactForm } from '../components/contact/contact-form.tsx';
import { contactModes } from '../components/contact/contact-modes.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { useShop } from '../shop/shop-context.ts';

export function Component() {
  const { store, settings } = useShop();
  const [sent, setSent] = useState(false);
  const { submit, Done, keepsMessage } = contactModes[settings.contactForm];

  async function onSubmit(message: ContactMessage, valid: boolean) {
    const fault = await submit(message, valid);
    if (fault === undefined && valid) setSent(true);
    return fault;
  }

  return (
    <main id="main" className="page wrap flex-1">
      <PageHead title="Contact" description={`How to reach ${store.name}: write, mail or call.`} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <div>
          <h1 className="page-title">Get in touch</h1>
          <p className="mt-3 max-w-[44ch] text-ink-2">
            Questions about a product, an order or selling with us: write, and a person answers.
          </p>
          <ContactDetails contact={store.contact} />
        </div>
        <div className="card p-5 md:p-8">
          {sent ? (
            <div role="status" className="grid place-items-start gap-3 py-6">
              <Done email={store.contact.email} />
              <button type="button" className="btn btn-line" onClick={() => setSent(false)}>
                Back to the form
              </button>
            </div>
          ) : null}
          {(!sent || keepsMessage) && (
            <div hidden={sent}>
              <ContactForm onSubmit={onSubmit} />
            </div>
          )}
        </div>
      </div>
    </main>
  );
}
