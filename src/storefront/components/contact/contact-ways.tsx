import type { ReactNode } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { sendContactMessage } from '#client/api-client/contact.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import type { ContactMessage } from '#contract/contact.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import type { SubmitMessage } from './contact-form.tsx';

type ContactWay = {
  submit: SubmitMessage;
  /** What is said then. */
  Done: (props: { email: string }) => ReactNode;
  /** Whether the message is still there on the way back to the form. */
  keepsMessage: boolean;
};

/** What becomes of a message that is written on the contact page. */
export const contactWays: Record<StoreSettings['contactForm'], ContactWay> = {
  log: { submit: logValidity, Done: Checked, keepsMessage: true },
  deliver: { submit: deliver, Done: Delivered, keepsMessage: false },
};

/** As specified: the validity stands in the browser's console, and no call is made. */
async function logValidity(_message: ContactMessage, valid: boolean): Promise<undefined> {
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the browser's console
  console.log(`Contact form valid: ${valid}`);
}

async function deliver(message: ContactMessage, valid: boolean): Promise<string | undefined> {
  if (!valid) return undefined;
  return sendContactMessage(createBrowserApi(), message).then(() => undefined, failureText);
}

function Checked({ email }: { email: string }) {
  return (
    <>
      <h2 className="text-xl">Your message is checked</h2>
      <p className="text-ink-2">
        This shop does not deliver messages from this form. Please write to{' '}
        <a className="underline underline-offset-4" href={`mailto:${email}`}>
          {email}
        </a>
        .
      </p>
    </>
  );
}

function Delivered() {
  return (
    <>
      <h2 className="text-xl">Your message is sent</h2>
      <p className="text-ink-2">A person reads it, and answers to the address that you gave.</p>
    </>
  );
}
