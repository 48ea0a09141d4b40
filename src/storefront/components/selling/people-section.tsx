import { useId, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { isEmail } from '#contract/email.ts';
import type { SellerInvitation, SellerMember } from '#contract/seller.schema.ts';
import { isSellerRole, mayInvite, type SellerRole, type SellerState, sellerRoles } from '#contract/seller.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import {
  giveRole,
  invite,
  type RightsFault,
  readPeople,
  removeMember,
  sendAgain,
  withdraw,
} from '../../selling/seller-actions.ts';
import { SignInAgain } from './sign-in-again.tsx';

export const roleNames: Record<SellerRole, string> = { owner: 'Owner', editor: 'Editor', finance: 'Finance' };
const roleHints: Record<SellerRole, string> = {
  owner: 'Everything, also people and closing the shop',
  editor: 'Products, deliveries, reviews and messages',
  finance: 'Orders, refunds and figures',
};

type PeopleProps = { sellerId: string; state: SellerState; isOwner: boolean; onOwnChange: () => Promise<void> };

/** Who belongs to the shop, and who is invited. */
export function PeopleSection({ sellerId, state, isOwner, onOwnChange }: PeopleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const people = useLoaded(() => readPeople(sellerId, isOwner));
  /** The sign-in is too old for what was asked for. */
  const [again, setAgain] = useState(false);
  const [removing, setRemoving] = useState<SellerMember | null>(null);
  /** Of whoever is removed: the keys. */
  const [keeping, setKeeping] = useState(false);
  const [yielding, setYielding] = useState<{ member: SellerMember; role: SellerRole } | null>(null);

  async function change(done: Promise<string | RightsFault | undefined>, message: string) {
    const fault = await done;
    setAgain(typeof fault === 'object' && fault.again);
    if (fault) return typeof fault === 'object' ? fault.text : fault;
    await people.reload();
    showAlert({ type: 'success', message });
    return undefined;
  }

  async function give(member: SellerMember, role: SellerRole) {
    const fault = await change(
      giveRole(sellerId, member.account_id, role),
      `${nameOf(member)} is ${roleNames[role].toLowerCase()} now`,
    );
    // The screen is another one then.
    if (!fault && member.is_caller) await onOwnChange();
    return fault;
  }

  async function remove(member: SellerMember) {
    const fault = await removeMember(sellerId, member.account_id, keeping ? 'keep' : 'revoke');
    setAgain(typeof fault === 'object' && fault.again);
    if (fault) return fault.text;
    await (member.is_caller ? onOwnChange() : people.reload());
    const message = member.is_caller ? 'You have left the shop' : `${nameOf(member)} belongs to the shop no more`;
    showAlert({ type: 'success', message });
    return undefined;
  }

  return (
    <Section title="People" lead="Who belongs to the shop, and what each may do." heading={heading}>
      <ShowLoaded from={people} skeleton={<RowSkeleton rows={2} />} fault="The people of the shop could not be loaded.">
        {({ members, invitations }) => (
          <div className="grid gap-6">
            <ul className="grid gap-4">
              {members.map((member) => (
                <li key={member.account_id}>
                  <SectionRow name={<MemberName member={member} />} about={<bdi>{member.email}</bdi>}>
                    {isOwner ? (
                      <RoleSelect
                        member={member}
                        onChange={async (role) => {
                          // The last owner stays one: the answer says so.
                          const isLast = members.filter((other) => other.role === 'owner').length < 2;
                          if (!member.is_caller || role === 'owner' || isLast) return give(member, role);
                          setYielding({ member, role });
                          return undefined;
                        }}
                      />
                    ) : (
                      <span className="badge border text-ink-2">{roleNames[member.role]}</span>
                    )}
                    {(isOwner || member.is_caller) && (
                      <button
                        type="button"
                        className="btn btn-line btn-sm"
                        onClick={() => {
                          setKeeping(false);
                          setRemoving(member);
                        }}
                      >
                        {member.is_caller ? 'Leave' : 'Remove'}
                        {!member.is_caller && <span className="sr-only"> {nameOf(member)}</span>}
                      </button>
                    )}
                  </SectionRow>
                </li>
              ))}
            </ul>
            {invitations.length > 0 && (
              <ul aria-label="Invitations that wait" className="grid gap-4 border-t pt-5">
                {invitations.map((invitation) => (
                  <li key={invitation.invitation_id}>
                    <InvitationRow sellerId={sellerId} invitation={invitation} change={change} />
                  </li>
                ))}
              </ul>
            )}
            {isOwner && (
              <InviteForm
                silent={mayInvite(state) ? null : silentReasons[state]}
                send={(invited) => change(invite(sellerId, invited), `${invited.email} is invited`)}
              />
            )}
            {again && (
              <div>
                <SignInAgain />
              </div>
            )}
          </div>
        )}
      </ShowLoaded>
      {yielding && (
        <ConfirmDialog
          tone="harm"
          title="Be an owner no more?"
          confirmLabel={`Become ${roleNames[yielding.role].toLowerCase()}`}
          onConfirm={() => give(yielding.member, yielding.role)}
          onClose={() => setYielding(null)}
          focusWhenDone={heading}
        >
          <p>Your role may do less: {roleHints[yielding.role].toLowerCase()}. Only another owner can change it back.</p>
        </ConfirmDialog>
      )}
      {removing && (
        <ConfirmDialog
          tone="harm"
          title={removing.is_caller ? 'Leave this shop?' : `Remove ${nameOf(removing)}?`}
          confirmLabel={removing.is_caller ? 'Leave' : 'Remove'}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
          focusWhenDone={heading}
        >
          <p>
            {removing.is_caller
              ? 'You see nothing of the shop any more. An owner can invite you again.'
              : 'They see nothing of the shop any more. They can be invited again.'}
          </p>
          {removing.keys > 0 && removing.is_caller && <p>{keysText(removing.keys)} of yours will be revoked.</p>}
          {removing.keys > 0 && !removing.is_caller && (
            <fieldset className="grid gap-2">
              <legend className="mb-1">Programs use {keysText(removing.keys)} of theirs.</legend>
              <label className="flex items-center gap-2">
                <input type="radio" name="keys" checked={!keeping} onChange={() => setKeeping(false)} />
                Revoke {keysText(removing.keys)}
              </label>
              <label className="flex items-center gap-2">
                <input type="radio" name="keys" checked={keeping} onChange={() => setKeeping(true)} />
                Keep {removing.keys === 1 ? 'it as mine' : 'them as mine'}
              </label>
            </fieldset>
          )}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function keysText(keys: number): string {
  return keys === 1 ? '1 key' : `${keys} keys`;
}

function nameOf({ name, email }: SellerMember): string {
  return name || email;
}

function MemberName({ member }: { member: SellerMember }) {
  return (
    <>
      <bdi>{nameOf(member)}</bdi>
      {member.is_caller && <span className="badge border text-ink-2">You</span>}
    </>
  );
}

function RoleSelect({
  member,
  onChange,
}: {
  member: SellerMember;
  onChange: (role: SellerRole) => Promise<string | undefined>;
}) {
  const id = useId();
  const [fault, setFault] = useState<string>();

  async function choose(role: string) {
    setFault(undefined);
    if (isSellerRole(role)) setFault(await onChange(role));
  }

  return (
    <div className="grid max-w-[16rem] gap-1">
      <label htmlFor={id} className="sr-only">
        Role of {nameOf(member)}
      </label>
      <select
        id={id}
        className="field !min-h-9 !w-auto !py-1 !text-sm"
        value={member.role}
        aria-describedby={`${id}-fault`}
        onChange={(event) => void choose(event.target.value)}
      >
        {sellerRoles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </select>
      <p id={`${id}-fault`} role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}

type Change = (done: Promise<string | RightsFault | undefined>, message: string) => Promise<string | undefined>;

function InvitationRow({
  sellerId,
  invitation: { invitation_id: id, email, role, expires_at, expired },
  change,
}: {
  sellerId: string;
  invitation: SellerInvitation;
  change: Change;
}) {
  return (
    <SectionRow
      name={
        <>
          <bdi>{email}</bdi>
          <span className="badge border text-ink-2">{expired ? 'Expired' : 'Invited'}</span>
        </>
      }
      about={
        <>
          As {roleNames[role].toLowerCase()}, {expired ? 'until' : 'good until'} <LocalTime instant={expires_at} />
        </>
      }
    >
      <ActionButton action={() => change(sendAgain(sellerId, id), `${email} got a new link`)}>
        Send again<span className="sr-only"> to {email}</span>
      </ActionButton>
      <ActionButton action={() => change(withdraw(sellerId, id), `The invitation of ${email} is withdrawn`)}>
        Withdraw<span className="sr-only"> the invitation of {email}</span>
      </ActionButton>
    </SectionRow>
  );
}

/** Why the marketplace mails nobody for a shop. */
const silentReasons: Partial<Record<SellerState, string>> = {
  suspended: 'This shop is suspended. It can invite people again once that is over.',
  closed: 'This shop has closed. It cannot invite people.',
};

function InviteForm({
  silent = 'You can invite people once your shop is approved.',
  send,
}: {
  /** Why nobody can be invited; null: somebody can. */
  silent?: string | null | undefined;
  send: (invited: { email: string; role: SellerRole }) => Promise<string | undefined>;
}) {
  const form = useForm({
    initial: { email: '', role: 'editor' },
    check: ({ email }) => (isEmail(email) ? {} : { email: 'Enter an e-mail address, such as name@example.com' }),
    async send({ email, role }) {
      const fault = await send({ email: email.trim(), role: isSellerRole(role) ? role : 'editor' });
      // Empty for the next one, which is no error yet.
      return fault ? { errors: { email: fault } } : { clear: ['email'] };
    },
  });
  const { role } = form.values;
  return (
    <form {...form.props} aria-label="Invite somebody" className="grid gap-4 border-t pt-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field label="Invite by e-mail" type="email" autoComplete="off" {...form.field('email')} />
        <SelectField
          label="Role"
          placeholder="Choose a role"
          options={sellerRoles.map((value) => ({ value, label: roleNames[value] }))}
          {...form.field('role')}
        />
      </div>
      <p className="text-sm text-ink-3">
        {silent ??
          `${isSellerRole(role) ? `${roleHints[role]}. ` : ''}The link in the email is good for seven days, once, and for this address alone.`}
      </p>
      <div>
        <SubmitButton busy={form.busy} disabled={silent !== null} className="btn btn-line">
          Send invitation
        </SubmitButton>
      </div>
    </form>
  );
}
