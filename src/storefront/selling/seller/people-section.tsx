import { useId, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { useAnswer } from '#client/query/use-api.ts';
import { isEmail } from '#contract/people/email.ts';
import type { SellerInvitation, SellerMember } from '#contract/selling/seller.schema.ts';
import {
  isSellerRole,
  type MemberKeys,
  mayInvite,
  type SellerRole,
  type SellerState,
  sellerRoles,
} from '#contract/selling/seller.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { countOf, type MemberChange, MemberChangeDialog } from './member-change-dialog.tsx';
import { roleHints, roleNames } from './role-names.ts';
import { giveRole, invite, readEnding, readPeople, removeMember, sendAgain, withdraw } from './seller-actions.ts';

type PeopleProps = { sellerId: string; state: SellerState; isOwner: boolean; onOwnChange: () => Promise<void> };

/** Members of the shop, and invitations. */
export function PeopleSection({ sellerId, state, isOwner, onOwnChange }: PeopleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const people = useAnswer(['people', sellerId, isOwner], () => readPeople(sellerId, isOwner));
  const [asking, setAsking] = useState<MemberChange | null>(null);

  async function change(done: Promise<string | undefined>, message: string) {
    const fault = await done;
    if (fault) return fault;
    await people.reload();
    showAlert({ type: 'success', message });
    return undefined;
  }

  async function give(member: SellerMember, role: SellerRole, keys: MemberKeys) {
    const fault = await change(
      giveRole(sellerId, member.account_id, { role, keys }),
      `${nameOf(member)} is ${roleNames[role].toLowerCase()} now`,
    );
    // The screen is another one then.
    if (!fault && member.is_caller) await onOwnChange();
    return fault;
  }

  async function remove(member: SellerMember, keys: MemberKeys) {
    const fault = await removeMember(sellerId, member.account_id, keys);
    if (fault) return fault;
    await (member.is_caller ? onOwnChange() : people.reload());
    const message = member.is_caller ? 'You have left the shop' : `${nameOf(member)} belongs to the shop no more`;
    showAlert({ type: 'success', message });
    return undefined;
  }

  /** Asks before somebody loses rights or tools; a new role that takes nothing away is given at once. */
  async function ask(member: SellerMember, role: SellerRole | null, isAsked: boolean): Promise<string | undefined> {
    const ending = await readEnding(sellerId, member.account_id, role);
    if (typeof ending === 'string') return ending;
    const endsNothing = countOf(ending) === 0;
    if (role && endsNothing && !isAsked) return give(member, role, 'revoke');
    setAsking({ member, role, ending });
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
                        onChange={(role) => {
                          // The last owner stays one: the answer says so.
                          const isLast = members.filter((other) => other.role === 'owner').length < 2;
                          return ask(member, role, member.is_caller && role !== 'owner' && !isLast);
                        }}
                      />
                    ) : (
                      <span className="badge border text-ink-2">{roleNames[member.role]}</span>
                    )}
                    {(isOwner || member.is_caller) && (
                      <ActionButton action={() => ask(member, null, true)}>
                        {member.is_caller ? 'Leave' : 'Remove'}
                        {!member.is_caller && <span className="sr-only"> {nameOf(member)}</span>}
                      </ActionButton>
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
          </div>
        )}
      </ShowLoaded>
      {asking && (
        <MemberChangeDialog
          {...asking}
          name={nameOf(asking.member)}
          onConfirm={(keys) => (asking.role ? give(asking.member, asking.role, keys) : remove(asking.member, keys))}
          onClose={() => setAsking(null)}
          focusWhenDone={heading}
        />
      )}
    </Section>
  );
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

type Change = (done: Promise<string | undefined>, message: string) => Promise<string | undefined>;

function InvitationRow({
  sellerId,
  invitation: { invitation_id: id, email, role, invited_by: inviter, holds, expires_at, expired },
  change,
}: {
  sellerId: string;
  invitation: SellerInvitation;
  change: Change;
}) {
  const status = expired ? 'Expired' : holds ? 'Invited' : 'On hold';
  return (
    <SectionRow
      name={
        <>
          <bdi>{email}</bdi>
          <span className="badge border text-ink-2">{status}</span>
        </>
      }
      about={
        <>
          As {roleNames[role].toLowerCase()}, {expired ? 'until' : 'good until'} <LocalTime instant={expires_at} />
          {inviter && (
            <>
              , sent by <bdi>{inviter}</bdi>
            </>
          )}
          {!holds &&
            !expired &&
            '. Whoever sent it may not invite at the moment: send it again as yours, or withdraw it.'}
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
