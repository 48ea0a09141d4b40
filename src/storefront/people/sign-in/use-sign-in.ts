import type { SignInOutput } from '@aws-amplify/auth';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dismissAlert, showAlert } from '#client/alert/alert.ts';
import { type AccountFault, accountFault, faultOf, otherWay, wrongCode } from '#client/session/account-fault.ts';
import { type Accounts, loadAccounts, readSession } from '#client/session/session.ts';
import { type SignInStep, signInStep } from './sign-in-step.ts';
import type { AccountStep } from './use-account-step.ts';

/** One call of the account library that brings a sign-in forward. */
export type SignInCall = (accounts: Accounts) => Promise<SignInOutput>;

/** A sign-in that was begun, and can be begun again. */
type Beginning = { email: string; call: SignInCall };

/** Where a sign-in stands: at the first form, or at a step that the account asks for. */
type Step = { kind: 'start' } | Exclude<SignInStep, { kind: 'done' | 'reset-password' | 'not-possible' }>;

/** Fault, if any. The alert says it, except for a code or a password: that belongs beside its field. */
type Outcome = Promise<AccountFault | undefined>;

export type SignIn = {
  step: Step;
  /** The address that is being signed in. */
  email: string;
  start: (email: string, call: SignInCall) => Outcome;
  /** Answers the step. */
  answer: (response: string) => Outcome;
  /** Begins the same sign-in once more: its code is sent again, and an address that was confirmed meanwhile counts. */
  again: () => Outcome;
  /** Back to the first form. */
  cancel: () => void;
};

/** A sign-in through all the steps that an account may ask for. `onSignedIn` is called once somebody is signed in. */
export function useSignIn(onSignedIn: () => void): SignIn {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'start' });
  const [begun, setBegun] = useState<Beginning | null>(null);

  async function proceed({ email, call }: Beginning, answered?: Step): Outcome {
    dismissAlert();
    try {
      const accounts = await loadAccounts();
      const { nextStep } = await call(accounts);
      return await follow(signInStep(nextStep), { email, accounts, answered });
    } catch (error) {
      return failed(accountFault(error));
    }
  }

  async function follow(next: SignInStep, from: { email: string; accounts: Accounts; answered?: Step | undefined }) {
    const { email, accounts, answered } = from;
    switch (next.kind) {
      case 'done':
        readSession();
        onSignedIn();
        return undefined;
      case 'reset-password':
        await sendOrAlert(() => accounts.resetPassword({ username: email }));
        await navigate('/account/forgotPassword', { state: { email } satisfies AccountStep });
        return undefined;
      case 'not-possible':
        return failed(otherWay());
      case 'confirm-email':
        await sendOrAlert(() => accounts.resendSignUpCode({ username: email }));
        break;
      case 'sent-code':
        if (answered?.kind === 'sent-code') return failed(wrongCode());
        break;
    }
    setStep(next);
    return undefined;
  }

  function failed(fault: AccountFault): AccountFault {
    // biome-ignore lint/suspicious/noConsole: the specification logs a failed sign-in with these words
    console.log('Log in failed!');
    const besideField = fault.kind === 'code' || fault.kind === 'password';
    if (!besideField) showAlert({ type: 'error', message: fault.message }, { persist: fault.kind === 'signed-in' });
    if (fault.kind === 'signed-in') {
      // In another tab, since this page was opened: whoever is signed in has nothing to do here.
      readSession();
      void navigate('/', { replace: true });
    }
    return fault;
  }

  return {
    step,
    email: begun?.email ?? '',
    start(email, call) {
      setBegun({ email, call });
      return proceed({ email, call });
    },
    async answer(response) {
      const email = begun?.email ?? '';
      const call: SignInCall = ({ confirmSignIn }) => confirmSignIn({ challengeResponse: response });
      const fault = await proceed({ email, call }, step);
      // The sign-in has expired at the service.
      if (fault?.kind === 'session-over' || fault?.kind === 'credentials') setStep({ kind: 'start' });
      return fault;
    },
    async again() {
      const fault = begun ? await proceed(begun) : undefined;
      if (fault) setStep({ kind: 'start' });
      return fault;
    },
    cancel: () => setStep({ kind: 'start' }),
  };
}

/** The step is shown all the same: an earlier code may have arrived. */
async function sendOrAlert(send: () => Promise<unknown>) {
  const fault = await faultOf(send);
  if (fault) showAlert({ type: 'error', message: fault.message }, { persist: true });
}
