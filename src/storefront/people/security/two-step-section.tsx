import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { useReveal } from '#ui/loading/use-reveal.ts';
import { rich } from '#ui/rich.ts';
import { OnOff, RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { useOwnAccounts } from '../../shop/shop-context.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { ProvedDialog } from './owner-proof.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { changeSecondFactors, readSecondFactors, type SecondFactors } from './second-factors.ts';

/** A second proof at each login: an authenticator app, a code by e-mail, or both. */
export function TwoStepSection({ email }: { email: string }) {
  const own = useOwnAccounts();
  const factors = useLoaded(readSecondFactors);
  /** The first one was turned on a moment ago: its recovery codes follow. */
  const [isNew, setIsNew] = useState(false);

  /** Tells the account service, and shows what counts from then on. */
  async function change(wanted: SecondFactors, said: string) {
    const hadNone = !factors.value?.totp && !factors.value?.email;
    const fault = await changeSecondFactors(wanted);
    if (fault) return fault;
    setIsNew(hadNone);
    await factors.reload();
    showAlert({ type: 'success', message: said });
    return undefined;
  }

  return (
    <Section
      title={t('Two-step verification')}
      lead={t(
        'A code besides your password, so that a stolen password is not enough. With both kinds on, you choose at each login.',
      )}
    >
      <ShowLoaded
        from={factors}
        skeleton={<RowSkeleton rows={2} />}
        fault={t('Your second steps could not be loaded.')}
      >
        {(on) => (
          <div className="grid gap-5">
            <AppFactor email={email} on={on} change={change} />
            <EmailFactor email={email} on={on} change={change} />
            {own && (on.totp || on.email) && <RecoveryCodes email={email} isNew={isNew} />}
          </div>
        )}
      </ShowLoaded>
    </Section>
  );
}

type FactorProps = {
  email: string;
  on: SecondFactors;
  change: (wanted: SecondFactors, said: string) => Promise<string | undefined>;
};

function AppFactor({ email, on, change }: FactorProps) {
  const setup = useReveal();
  const [turningOff, setTurningOff] = useState(false);

  async function turnOn() {
    const fault = await change({ ...on, totp: true }, t('Your authenticator app is set up'));
    if (!fault) setup.setOpen(false);
    return fault;
  }

  return (
    <div className="grid gap-5">
      <SectionRow
        name={
          <>
            {t('Authenticator app')} <OnOff on={on.totp} />
          </>
        }
        about={t('Shows a new code every 30 seconds, without a network.')}
      >
        {on.totp ? (
          <button ref={setup.button} type="button" className="btn btn-line btn-sm" onClick={() => setTurningOff(true)}>
            {rich('Turn off<span> the authenticator app</span>', {
              span: (words) => <span className="sr-only">{words}</span>,
            })}
          </button>
        ) : (
          !setup.open && (
            <button
              ref={setup.button}
              type="button"
              className="btn btn-line btn-sm"
              onClick={() => setup.setOpen(true)}
            >
              {t('Set up an authenticator app')}
            </button>
          )
        )}
      </SectionRow>
      {setup.open && (
        <div ref={setup.panel} tabIndex={-1} className="outline-none">
          <AuthenticatorSetup email={email} turnOn={turnOn} onCancel={() => setup.setOpen(false)} />
        </div>
      )}
      {turningOff && (
        <ProvedDialog
          tone="harm"
          title={t('Turn off the authenticator app?')}
          confirmLabel={t('Turn off')}
          change={() => change({ ...on, totp: false }, t('Your authenticator app is turned off'))}
          onClose={() => setTurningOff(false)}
          focusWhenDone={setup.button}
        >
          <p>
            {on.email
              ? t('From then on the second step is a code by e-mail.')
              : t('From then on your password alone opens your account.')}{' '}
            {t('The entry in your app is of no more use: setting it up again begins with a new one.')}
          </p>
        </ProvedDialog>
      )}
    </div>
  );
}

function EmailFactor({ email, on, change }: FactorProps) {
  const [turningOff, setTurningOff] = useState(false);

  async function toggle() {
    if (!on.email) return change({ ...on, email: true }, t('Codes by e-mail are turned on'));
    setTurningOff(true);
    return undefined;
  }

  return (
    <div>
      <SectionRow
        name={
          <>
            {t('Code by e-mail')} <OnOff on={on.email} />
          </>
        }
        about={t('Sent to {email} when you log in.', { email })}
      >
        <ActionButton action={toggle}>
          {on.email ? t('Turn off') : t('Turn on')}
          <span className="sr-only"> {t('codes by e-mail')}</span>
        </ActionButton>
      </SectionRow>
      {turningOff && (
        <ProvedDialog
          tone="harm"
          title={t('Turn off codes by e-mail?')}
          confirmLabel={t('Turn off')}
          change={() => change({ ...on, email: false }, t('Codes by e-mail are turned off'))}
          onClose={() => setTurningOff(false)}
        >
          <p>
            {on.totp
              ? t('From then on the second step is the code of your authenticator app.')
              : t('From then on your password alone opens your account.')}
          </p>
        </ProvedDialog>
      )}
    </div>
  );
}
