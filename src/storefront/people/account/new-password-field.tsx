import { Check } from 'lucide-react';
import { t } from '#language/message.ts';
import type { FieldProps } from '#ui/form/labelled.tsx';
import { PasswordField } from '#ui/form/secret-fields.tsx';
import { isLongEnough, passwordMinimum } from './account-checks.ts';

type NewPasswordFieldProps = Pick<FieldProps, 'name' | 'value' | 'onChange' | 'error'> & { label?: string };

/** A password that is being chosen, with the rule it has to keep and whether it does. */
export function NewPasswordField({ label = t('Password'), ...field }: NewPasswordFieldProps) {
  const longEnough = isLongEnough(field.value);
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      {...field}
      hint={
        <span className={`flex items-center gap-1.5 ${longEnough ? 'text-success' : ''}`}>
          {longEnough && <Check size={14} strokeWidth={2.2} aria-hidden />}
          {t('At least {passwordMinimum} characters', { passwordMinimum })}
        </span>
      }
    />
  );
}

/** Tells password managers which address the new password belongs to. */
export function OwnerOfPassword({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
