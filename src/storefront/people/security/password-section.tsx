import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { PasswordField } from '#ui/form/secret-fields.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useReveal } from '#ui/loading/use-reveal.ts';
import { Section } from '#ui/section.tsx';
import { checkPasswordChange } from '../account/account-checks.ts';
import { NewPasswordField } from '../account/new-password-field.tsx';
import { changePassword } from './change-password.ts';

export function PasswordSection({ email }: { email: string }) {
  const form = useReveal();
  return (
    <Section title={t('Password')} lead={t('A new one signs out every other browser.')}>
      {form.open ? (
        <div ref={form.panel}>
          <PasswordForm email={email} onClose={() => form.setOpen(false)} />
        </div>
      ) : (
        <div>
          <button ref={form.button} type="button" className="btn btn-line btn-sm" onClick={() => form.setOpen(true)}>
            {t('Change password')}
          </button>
        </div>
      )}
    </Section>
  );
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { current: '', password: '' },
    check: checkPasswordChange,
    begin: () => setFault(undefined),
    async send({ current, password }) {
      const found = await changePassword(current, password);
      switch (found?.kind) {
        case undefined:
          showAlert({ type: 'success', message: t('Your password is changed') });
          onClose();
          return undefined;
        case 'credentials':
          return { errors: { current: t('This is not your current password') } };
        case 'password':
          return { errors: { password: found?.message } };
        default:
          setFault(found?.message);
          return {};
      }
    },
  });
  return (
    <form {...form.props} className="grid gap-5" aria-label={t('Change password')}>
      {/* Password managers keep the new password with the address it belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t('Current password')} autoComplete="current-password" {...form.field('current')} />
      <NewPasswordField label={t('New password')} {...form.field('password')} />
      <FormButtons busy={form.busy} fault={fault} submit={t('Change password')} onCancel={onClose} />
    </form>
  );
}
