import type { ReactNode } from 'react';
import type { StoreSettings } from '#contract/store-settings.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { deliverMessage, logValidity, type SubmitMessage } from './submit-message.ts';

type ContactMode = {
  submit: SubmitMessage;
  /** Text after sending. */
  Done: (props: { email: string }) => ReactNode;
  /** Address that takes the form without scripts. */
  action: string | null;
  /** True if the message is still there on the way back to the form. */
  keepsMessage: boolean;
};

/** Handling of a message from the contact page. */
export const contactModes: Record<StoreSettings['contactForm'], ContactMode> = {
  log: { submit: logValidity, Done: Checked, action: null, keepsMessage: true },
  deliver: { submit: deliverMessage, Done: Delivered, action: '/api/contact/form', keepsMessage: false },
};

function Checked({ email }: { email: string }) {
  return (
    <>
      <h2 className="text-xl">{t('Your message is checked')}</h2>
      <p className="text-ink-2">
        {rich('This shop does not deliver messages from this form. Please write to {email}.', {
          email: (
            <a className="underline underline-offset-4" href={`mailto:${email}`}>
              {email}
            </a>
          ),
        })}
      </p>
    </>
  );
}

function Delivered() {
  return (
    <>
      <h2 className="text-xl">{t('Your message is sent')}</h2>
      <p className="text-ink-2">{t('A person reads it, and answers to the address that you gave.')}</p>
    </>
  );
}
