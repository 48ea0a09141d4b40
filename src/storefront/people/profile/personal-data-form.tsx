import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { placeholderPhone, type User } from '#contract/people/user.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { checkPersonalData } from '../account/account-checks.ts';
import { saveUserRecord } from './user-record.ts';

type PersonalDataFormProps = { user: User; onSaved: () => Promise<void>; onCancel: () => void };

export function PersonalDataForm({ user, onSaved, onCancel }: PersonalDataFormProps) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { username: user.username, phone: user.phone === placeholderPhone ? '' : user.phone },
    check: checkPersonalData,
    begin: () => setFault(undefined),
    async send(typed) {
      const found = await saveUserRecord(user, typed);
      if (found) {
        setFault(found);
        return {};
      }
      await onSaved();
      showAlert({ type: 'success', message: t('Your information is saved') });
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid max-w-[440px] gap-5" aria-label={t('Personal Information')}>
      <Field
        label={t('Username')}
        autoComplete="nickname"
        hint={t('The name beside your reviews.')}
        {...form.field('username')}
      />
      <Field label={t('Phone')} type="tel" autoComplete="tel" required={false} {...form.field('phone')} />
      <FormButtons busy={form.busy} fault={fault} submit={t('Save')} onCancel={onCancel} />
    </form>
  );
}
