import { useRef, useState } from 'react';
import { t } from '#language/message.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { CodeField } from '#ui/form/secret-fields.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { makeAuthenticatorKey, proveAuthenticatorKey } from './authenticator-key.ts';
import { useOwnerProof } from './owner-proof.tsx';

type AuthenticatorSetupProps = {
  email: string;
  /** Makes the app count as a second factor, once it has shown a right code; resolves with what went wrong. */
  turnOn: () => Promise<string | undefined>;
  onCancel: () => void;
};

/** Hands a new key to an authenticator app, and sees by a first code that it has arrived. */
export function AuthenticatorSetup({ email, turnOn, onCancel }: AuthenticatorSetupProps) {
  const { store } = useShop();
  const [fault, setFault] = useState<string>();
  const key = useLoaded(() => makeAuthenticatorKey(store.name, email));
  const owner = useOwnerProof();
  // The service takes a proof and the key's first code only once each: what failed after them goes on from there.
  const done = useRef({ owner: false, key: false });

  /** Answers what went wrong, an empty text where the field says it, or nothing. */
  async function proveOwner() {
    const refused = done.current.owner ? undefined : await owner.prove();
    done.current.owner = refused === undefined;
    return refused;
  }

  async function proveKey(code: string) {
    const wrong = done.current.key ? undefined : await proveAuthenticatorKey(code);
    done.current.key = wrong === undefined;
    return wrong;
  }

  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: 'Authentication code is required' }),
    begin: () => setFault(undefined),
    async send({ code }) {
      const refused = await proveOwner();
      setFault(refused);
      if (refused !== undefined) return {};
      const wrong = await proveKey(code);
      if (wrong?.kind === 'code') return { errors: { code: wrong.message } };
      const found = wrong?.message ?? (await turnOn());
      setFault(found);
      return found ? {} : undefined;
    },
  });

  return (
    <ShowLoaded from={key} skeleton={<div className="skeleton h-72" />} fault={t('A key could not be made.')}>
      {({ secret, uri }) => (
        <form
          {...form.props}
          className="grid gap-6 rounded-lg border p-5"
          aria-label={t('Set up an authenticator app')}
        >
          <div className="grid gap-5 sm:grid-cols-[148px_minmax(0,1fr)]">
            <div className="size-37 overflow-hidden rounded-md border bg-white">
              <QrCode text={uri} label={t('QR code with the key for your authenticator app')} />
            </div>
            <div className="grid content-start gap-2 text-sm text-ink-2">
              <p>{t('Scan the picture with your authenticator app, or add an account there by hand with this key:')}</p>
              <code className="select-all break-words rounded-sm bg-sunken px-2.5 py-2 font-mono text-sm text-ink">
                {secret.match(/.{1,4}/g)?.join(' ')}
              </code>
              <div className="flex flex-wrap items-start gap-2">
                <CopyButton text={secret}>{t('Copy key')}</CopyButton>
                {/* On the device that holds the app there is nothing to scan with. */}
                <a href={uri} className="btn btn-line btn-sm hidden pointer-coarse:inline-flex">
                  {t('Open in your authenticator app')}
                </a>
              </div>
            </div>
          </div>
          <CodeField
            label={t('Authentication code')}
            hint={t('The six digits that the app shows now.')}
            {...form.field('code')}
          />
          {owner.field}
          <FormButtons busy={form.busy} fault={fault} submit={t('Turn on')} onCancel={onCancel} />
        </form>
      )}
    </ShowLoaded>
  );
}
