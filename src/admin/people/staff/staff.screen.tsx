import { useState } from 'react';
import { useApi } from '#client/query/use-api.ts';
import { emailMaximum } from '#contract/people/account-limits.ts';
import type { StaffMember } from '#contract/people/staff.schema.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#contract/people/staff.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { attempt } from '../../frame/attempt.ts';
import { Screen } from '../../frame/screen.tsx';

/** Purpose of each role, as the table of the API has it (api/access/access.rules.ts). */
const about: Record<StaffRole, string> = {
  admin: 'Everything, and who is on the staff',
  finance: 'Fees, sellers and the audit log',
  catalogue: 'Approvals, hiding products, suspending sellers',
  support: 'Reports of buyers and sellers',
};

/** Members of the staff, and their roles. */
export function Component() {
  const staff = useApi('/admin/staff');
  return (
    <Screen title="Staff" lead="Who runs the marketplace, and what they may do.">
      <div className="grid gap-10">
        <ShowLoaded from={staff} skeleton={<RowSkeleton rows={3} />} fault="The staff could not be loaded.">
          {({ items }) => (
            <table className="table border-t">
              <caption className="sr-only">Staff</caption>
              <thead>
                <tr>
                  <th>Who</th>
                  <th>Role</th>
                  <th>
                    <span className="sr-only">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((member) => (
                  <Row key={member.email} member={member} onDone={staff.reload} />
                ))}
              </tbody>
            </table>
          )}
        </ShowLoaded>
        <GiveRole onDone={staff.reload} />
      </div>
    </Screen>
  );
}

function Row({ member, onDone }: { member: StaffMember; onDone: () => Promise<void> }) {
  const [asks, setAsks] = useState(false);
  return (
    <tr>
      <td>
        <bdi className="font-[560]">{member.name}</bdi>
        <span className="block text-xs text-ink-3">{member.email}</span>
      </td>
      <td>
        {member.role}
        <span className="block text-xs text-ink-3 max-md:hidden">{about[member.role]}</span>
      </td>
      <td className="!text-right">
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-label={`Take away the role of ${member.name}`}
          onClick={() => setAsks(true)}
        >
          Take away
        </button>
        {asks && (
          <ConfirmDialog
            tone="harm"
            title="Take this role away?"
            confirmLabel="Take it away"
            onClose={() => setAsks(false)}
            onConfirm={async () => {
              const fault = await attempt((api) =>
                api.delete('/admin/staff/{accountId}', {
                  params: { path: { accountId: member.account_id ?? member.email } },
                }),
              );
              if (!fault) await onDone();
              return fault;
            }}
          >
            <p className="text-left">
              {member.name} ({member.email}) is not on the staff any more, from the next click on.
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}

function GiveRole({ onDone }: { onDone: () => Promise<void> }) {
  const [given, setGiven] = useState('');
  const form = useForm({
    initial: { account: '', role: '' },
    check: ({ account, role }) => ({
      ...(!account.trim() && { account: 'Write the address of somebody who has signed in here once.' }),
      ...(account.trim().length > emailMaximum && { account: `Write at most ${emailMaximum} characters.` }),
      ...(!isStaffRole(role) && { role: 'Choose a role.' }),
    }),
    begin: () => setGiven(''),
    async send({ account, role }) {
      if (!isStaffRole(role)) return { errors: { role: 'Choose a role.' } };
      const fault = await attempt((api) => api.put('/admin/staff', { body: { account: account.trim(), role } }));
      if (fault) return { errors: { account: fault } };
      setGiven(`${account.trim()} is ${role} now.`);
      form.set('account', '');
      await onDone();
      return undefined;
    },
  });
  return (
    <section aria-labelledby="give" className="max-w-xl border-t pt-6">
      <h2 id="give" className="text-lg">
        Give a role
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        Whoever has one already gets this one instead. It asks for a sign-in of the last 15 minutes.
      </p>
      <form {...form.props} className="grid gap-4">
        <Field label="Email or account id" {...form.field('account')} autoComplete="off" />
        <SelectField
          label="Role"
          {...form.field('role')}
          placeholder="Choose"
          options={staffRoles.map((role) => ({ value: role, label: `${role}: ${about[role]}` }))}
        />
        <div>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            Give role
          </SubmitButton>
        </div>
        <p role="status" className="text-sm text-success empty:hidden">
          {given}
        </p>
      </form>
    </section>
  );
}
