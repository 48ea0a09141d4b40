import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { InvoiceDetailsSection } from '../../ordering/invoice-details/invoice-details-section.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { DevicesSection } from '../security/devices-section.tsx';
import { PasskeysSection } from '../security/passkeys-section.tsx';
import { PasswordSection } from '../security/password-section.tsx';
import { SshKeysSection } from '../security/ssh-keys-section.tsx';
import { TwoStepSection } from '../security/two-step-section.tsx';
import { DataExportSection } from './data-export-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { PersonalData } from './personal-data.tsx';

/** Identity of the customer, how the account is opened, and how it ends. */
export function Component() {
  const user = useCurrentUser();
  return (
    <>
      <PageHead
        title={t('Personal Information')}
        description={t('Your information and the security of your account.')}
        noIndex
      />
      <h1 className="page-title">{t('Personal Information')}</h1>
      {user && (
        <div key={user.userId}>
          <PersonalData email={user.email} />
          <InvoiceDetailsSection />
          <PasswordSection email={user.email} />
          <TwoStepSection email={user.email} />
          <PasskeysSection />
          <DevicesSection />
          <SshKeysSection />
          <DataExportSection />
          <DeleteAccount email={user.email} />
        </div>
      )}
    </>
  );
}
