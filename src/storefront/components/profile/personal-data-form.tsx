import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { saveUser } from '#client/api-client/user.ts';
import { readSession } from '#client/session/session.ts';
import { placeholderPhone, type User } from '#contract/user.ts';
import { Field } from '#ui/field.tsx';
import { FormButtons } from '#ui/form-buttons.tsx';
import { useForm } from '#ui/use-form.ts';
import { accountAction } from '../../account/account-action.ts';
import { checkPersonalData } from '../../account/account-checks.ts';

type PersonalDataFormProps = { user: User; onSaved: () => Promise<void>; onCancel: () => void };

export function PersonalDataForm({ user, onSaved, onCancel }: PersonalDataFormProps) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { username: user.username, phone: user.phone === placeholderPhone ? '' : user.phone },
    check: checkPersonalData,
    begin: () => setFault(undefined),
    async send(typed) {
      const username = typed.username.trim();
      const found = (await saveRecord(user, { ...typed, username })) ?? (await renameAccount(username));
      if (found) {
        setFault(found);
        return {};
      }
      await onSaved();
      showAlert({ type: 'success', message: 'Your information is saved' });
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid max-w-[440px] gap-5" aria-label="Personal Information">
      <Field
        label="Username"
        autoComplete="nickname"
        hint="The name beside your reviews."
        {...form.field('username')}
      />
      <Field label="Phone" type="tel" autoComplete="tel" required={false} {...form.field('phone')} />
      <FormButtons busy={form.busy} fault={fault} submit="Save" onCancel={onCancel} />
    </form>
  );
}

/** A number that was never given stays as it is. */
async function saveRecord(user: User, { username, phone }: { username: string; phone: string }) {
  const kept = !phone.trim() && user.phone === placeholderPhone;
  try {
    await saveUser(createBrowserApi(), { user_id: user.user_id, username, ...(!kept && { phone }) });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** The account carries the name too, and so do its tokens, from which the screens know who is signed in. */
function renameAccount(nickname: string) {
  return accountAction(async ({ updateUserAttributes, renewIdToken }) => {
    await updateUserAttributes({ userAttributes: { nickname } });
    await renewIdToken();
    readSession();
  });
}
