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
import { type Message, msg, t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
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
      t('{member} is {value} now', { member: nameOf(member), value: t(roleNames[role]).toLowerCase() }),
    );
    // The screen is another one then.
    if (!fault && member.is_caller) await onOwnChange();
    return fault;
  }

  async function remove(member: SellerMember, keys: MemberKeys) {
    const fault = await removeMember(sellerId, member.account_id, keys);
    if (fault) return fault;
    await (member.is_caller ? onOwnChange() : people.reload());
    const message = member.is_caller
      ? t('You have left the shop')
      : t('{member} belongs to the shop no more', { member: nameOf(member) });
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
    <Section title={t('People')} lead={t('Who belongs to the shop, and what each may do.')} heading={heading}>
      <ShowLoaded
        from={people}
        skeleton={<RowSkeleton rows={2} />}
        fault={t('The people of the shop could not be loaded.')}
      >
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
                      <span className="badge border text-ink-2">{t(roleNames[member.role])}</span>
                    )}
                    {(isOwner || member.is_caller) && (
                      <ActionButton action={() => ask(member, null, true)}>
                        {member.is_caller ? t('Leave') : t('Remove')}
                        {!member.is_caller && <span className="sr-only"> {nameOf(member)}</span>}
                      </ActionButton>
                    )}
                  </SectionRow>
                </li>
              ))}
            </ul>
            {invitations.length > 0 && (
              <ul aria-label={t('Invitations that wait')} className="grid gap-4 border-t pt-5">
                {invitations.map((invitation) => (
                  <li key={invitation.invitation_id}>
                    <InvitationRow sellerId={sellerId} invitation={invitation} change={change} />
                  </li>
                ))}
              </ul>
            )}
            {isOwner && (
              <InviteForm
                silent={mayInvite(state) ? null : t(silentReasons[state])}
                send={(invited) => change(invite(sellerId, invited), t('{email} is invited', { email: invited.email }))}
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
      {member.is_caller && <span className="badge border text-ink-2">{t('You')}</span>}
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
        {t('Role of {member}', { member: nameOf(member) })}
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
            {t(roleNames[role])}
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
  const status = expired ? t('Expired') : holds ? t('Invited') : t('On hold');
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
          {t('As {value},', { value: t(roleNames[role]).toLowerCase() })} {expired ? 'until' : t('good until')}{' '}
          <LocalTime instant={expires_at} />
          {inviter && <>{rich(', sent by {inviter}', { inviter: <bdi>{inviter}</bdi> })}</>}
          {!holds &&
            !expired &&
            '. Whoever sent it may not invite at the moment: send it again as yours, or withdraw it.'}
        </>
      }
    >
      <ActionButton action={() => change(sendAgain(sellerId, id), t('{email} got a new link', { email }))}>
        {rich('Send again{span}', { span: <span className="sr-only"> {t('to {email}', { email })}</span> })}
      </ActionButton>
      <ActionButton
        action={() => change(withdraw(sellerId, id), t('The invitation of {email} is withdrawn', { email }))}
      >
        {rich('Withdraw{span}', {
          span: <span className="sr-only"> {t('the invitation of {email}', { email })}</span>,
        })}
      </ActionButton>
    </SectionRow>
  );
}

/** Why the marketplace mails nobody for a shop. */
const silentReasons: Partial<Record<SellerState, Message>> = {
  suspended: msg('This shop is suspended. It can invite people again once that is over.'),
  closed: msg('This shop has closed. It cannot invite people.'),
};

function InviteForm({
  silent = t('You can invite people once your shop is approved.'),
  send,
}: {
  /** Why nobody can be invited; null: somebody can. */
  silent?: string | null | undefined;
  send: (invited: { email: string; role: SellerRole }) => Promise<string | undefined>;
}) {
  const form = useForm({
    initial: { email: '', role: 'editor' },
    check: ({ email }) => (isEmail(email) ? {} : { email: t('Enter an e-mail address, such as name@example.com') }),
    async send({ email, role }) {
      const fault = await send({ email: email.trim(), role: isSellerRole(role) ? role : 'editor' });
      // Empty for the next one, which is no error yet.
      return fault ? { errors: { email: fault } } : { clear: ['email'] };
    },
  });
  const { role } = form.values;
  return (
    <form {...form.props} aria-label={t('Invite somebody')} className="grid gap-4 border-t pt-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field label={t('Invite by e-mail')} type="email" autoComplete="off" {...form.field('email')} />
        <SelectField
          label={t('Role')}
          placeholder={t('Choose a role')}
          options={sellerRoles.map((value) => ({ value, label: t(roleNames[value]) }))}
          {...form.field('role')}
        />
      </div>
      <p className="text-sm text-ink-3">
        {silent ??
          t('{value}The link in the email is good for seven days, once, and for this address alone.', {
            value: isSellerRole(role) ? `${t(roleHints[role])}. ` : '',
          })}
      </p>
      <div>
        <SubmitButton busy={form.busy} disabled={silent !== null} className="btn btn-line">
          {t('Send invitation')}
        </SubmitButton>
      </div>
    </form>
  );
}
