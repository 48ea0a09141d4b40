import { type RefObject, useState } from 'react';
import { suspensionReasonMaximum, suspensionReasonMinimum } from '#contract/people/staff.ts';
import type { CustomerDeletion, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { remove, restore, signOut, suspend, useDeletion } from './customer.ts';

type DialogProps = {
  of: StaffCustomer;
  /** It is done: what is told about it. */
  onDone: (sentence: string) => void;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

export function SuspendCustomer({ of, onDone, ...rest }: DialogProps) {
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const given = reason.trim();
  const fault =
    given.length < suspensionReasonMinimum
      ? `Say why in at least ${suspensionReasonMinimum} characters: the customer reads it.`
      : given.length > suspensionReasonMaximum
        ? `Write at most ${suspensionReasonMaximum} characters.`
        : undefined;

  async function confirm() {
    setJudged(true);
    if (fault) return '';
    const refused = await suspend(of.id, given);
    if (refused === undefined) onDone(`${of.name} is suspended and signed out everywhere. A mail says why.`);
    return refused;
  }

  return (
    <ConfirmDialog
      tone="harm"
      {...rest}
      title="Suspend this customer?"
      confirmLabel="Suspend customer"
      onConfirm={confirm}
    >
      <p>
        At once they are signed out everywhere and can neither sign in nor buy. Orders that are paid are still
        delivered, those that wait for a payment end. You can restore them.
      </p>
      <Field
        label="Reason"
        name="reason"
        rows={4}
        value={reason}
        required
        error={judged ? fault : undefined}
        hint="They get it by mail, in these words."
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

export function RestoreCustomer({ of, onDone, ...rest }: DialogProps) {
  async function confirm() {
    const refused = await restore(of.id);
    if (refused === undefined) onDone(`${of.name} can sign in again. A mail says so.`);
    return refused;
  }
  return (
    <ConfirmDialog
      tone="main"
      {...rest}
      title="Restore this customer?"
      confirmLabel="Restore customer"
      onConfirm={confirm}
    >
      <p>They can sign in again as before, and are told by mail.</p>
    </ConfirmDialog>
  );
}

export function SignOutCustomer({ of, onDone, ...rest }: DialogProps) {
  async function confirm() {
    const refused = await signOut(of.id);
    if (refused === undefined) onDone(`${of.name} is signed out everywhere.`);
    return refused;
  }
  return (
    <ConfirmDialog
      tone="harm"
      {...rest}
      title="Sign this customer out everywhere?"
      confirmLabel="Sign out everywhere"
      onConfirm={confirm}
    >
      <p>Every sign-in ends at once, on all devices. They can sign in again.</p>
    </ConfirmDialog>
  );
}

export function DeleteCustomer({ of, onDone, ...rest }: DialogProps) {
  const preview = useDeletion(of.id);
  const [email, setEmail] = useState('');
  const [judged, setJudged] = useState(false);
  const fault = email.trim().toLowerCase() === of.email ? undefined : `Type ${of.email} to confirm.`;
  const blocked = preview.value?.refused.length !== 0;

  async function confirm() {
    setJudged(true);
    if (blocked) return 'Nothing was deleted: see above what has to be done first.';
    if (fault) return '';
    const refused = await remove(of.id, email.trim());
    if (refused === undefined) onDone('');
    return refused;
  }

  return (
    <ConfirmDialog
      tone="harm"
      {...rest}
      title="Delete this customer?"
      confirmLabel="Delete for good"
      onConfirm={confirm}
    >
      <ShowLoaded from={preview} skeleton={<p>Loading what would go…</p>} fault="What would go could not be loaded.">
        {(shown) => <Preview of={shown} />}
      </ShowLoaded>
      <Field
        label="E-mail address of the customer"
        name="email"
        value={email}
        required
        error={judged && !blocked ? fault : undefined}
        hint="Typed once more, so that nobody else is deleted. It cannot be taken back."
        onChange={setEmail}
      />
    </ConfirmDialog>
  );
}

function Preview({ of: { refused, goes, kept } }: { of: CustomerDeletion }) {
  const there = ({ count }: { count: number | null }) => count !== 0;
  const counted = (what: string, count: number | null) => (count === null ? what : `${what}: ${count}`);
  if (refused.length > 0)
    return (
      <ul className="grid gap-2 text-danger">
        {refused.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  return (
    <>
      <h3 className="text-sm font-[560] text-ink">What goes</h3>
      <ul className="list-disc pl-5 text-sm">
        {goes.filter(there).map(({ what, count }) => (
          <li key={what}>{counted(what, count)}</li>
        ))}
      </ul>
      <h3 className="text-sm font-[560] text-ink">What is kept, and why</h3>
      <ul className="list-disc pl-5 text-sm">
        {kept.filter(there).map(({ what, count, why }) => (
          <li key={what}>
            {counted(what, count)}. <span className="text-ink-3">{why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
