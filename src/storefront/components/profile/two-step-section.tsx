import { useState } from 'react';
import { showAlert } from '../../alert/alert.ts';
import { asSignedIn } from '../../session/as-signed-in.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ShowLoaded } from '../../ui/show-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useReveal } from '../../ui/use-reveal.ts';
import { accountAction } from './account-action.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { preferenceFor, type SecondFactors } from './second-factors.ts';
import { OnOff, RowSkeleton, Section, SectionRow } from './section.tsx';

/** A second proof at each login: an authenticator app, a code by e-mail, or both. */
export function TwoStepSection({ email }: { email: string }) {
  const factors = useLoaded(() => asSignedIn(async ({ fetchMFAPreference }) => toFactors(await fetchMFAPreference())));

  /** Tells the account service, and shows what counts from then on. */
  async function change(wanted: SecondFactors, said: string) {
    const fault = await accountAction(({ updateMFAPreference }) => updateMFAPreference(preferenceFor(wanted)));
    if (fault) return fault;
    await factors.reload();
    showAlert({ type: 'success', message: said });
    return undefined;
  }

  return (
    <Section
      title="Two-step verification"
      lead="A code besides your password, so that a stolen password is not enough. With both kinds on, you choose at each login."
    >
      <ShowLoaded from={factors} skeleton={<RowSkeleton rows={2} />} fault="Your second steps could not be loaded.">
        {(on) => (
          <div className="grid gap-5">
            <AppFactor email={email} on={on} change={change} />
            <EmailFactor email={email} on={on} change={change} />
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
    const fault = await change({ ...on, totp: true }, 'Your authenticator app is set up');
    if (!fault) setup.setOpen(false);
    return fault;
  }

  return (
    <div className="grid gap-5">
      <SectionRow
        name={
          <>
            Authenticator app <OnOff on={on.totp} />
          </>
        }
        about="Shows a new code every 30 seconds, without a network."
      >
        {on.totp ? (
          <button ref={setup.button} type="button" className="btn btn-line btn-sm" onClick={() => setTurningOff(true)}>
            Turn off<span className="sr-only"> the authenticator app</span>
          </button>
        ) : (
          !setup.open && (
            <button
              ref={setup.button}
              type="button"
              className="btn btn-line btn-sm"
              onClick={() => setup.setOpen(true)}
            >
              Set up an authenticator app
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
        <ConfirmDialog
          title="Turn off the authenticator app?"
          confirmLabel="Turn off"
          onConfirm={() => change({ ...on, totp: false }, 'Your authenticator app is turned off')}
          onClose={() => setTurningOff(false)}
          focusWhenDone={setup.button}
        >
          <p>
            {on.email
              ? 'From then on the second step is a code by e-mail.'
              : 'From then on your password alone opens your account.'}{' '}
            The entry in your app is of no more use: setting it up again begins with a new one.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function EmailFactor({ email, on, change }: FactorProps) {
  const toggle = () =>
    change({ ...on, email: !on.email }, on.email ? 'Codes by e-mail are turned off' : 'Codes by e-mail are turned on');
  return (
    <SectionRow
      name={
        <>
          Code by e-mail <OnOff on={on.email} />
        </>
      }
      about={`Sent to ${email} when you log in.`}
    >
      <ActionButton action={toggle}>
        {on.email ? 'Turn off' : 'Turn on'}
        <span className="sr-only"> codes by e-mail</span>
      </ActionButton>
    </SectionRow>
  );
}

function toFactors({ enabled = [] }: { enabled?: string[] | undefined }): SecondFactors {
  return { totp: enabled.includes('TOTP'), email: enabled.includes('EMAIL') };
}
