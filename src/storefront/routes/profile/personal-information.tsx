import { useCurrentUser } from '#client/session/use-current-user.ts';
import { PageHead } from '../../components/page/page-head.tsx';
import { DataExportSection } from '../../components/profile/data-export-section.tsx';
import { DeleteAccount } from '../../components/profile/delete-account.tsx';
import { DevicesSection } from '../../components/profile/devices-section.tsx';
import { InvoiceDetailsSection } from '../../components/profile/invoice-details-section.tsx';
import { PasskeysSection } from '../../components/profile/passkeys-section.tsx';
import { PasswordSection } from '../../components/profile/password-section.tsx';
import { PersonalData } from '../../components/profile/personal-data.tsx';
import { TwoStepSection } from '../../components/profile/two-step-section.tsx';

/** Who the customer is, how the account is opened, and how it ends. */
export function Component() {
  const user = useCurrentUser();
  return (
    <>
      <PageHead title="Personal Information" description="Your information and the security of your account." noIndex />
      <h1 className="page-title">Personal Information</h1>
      {user && (
        <div key={user.userId}>
          <PersonalData email={user.email} />
          <InvoiceDetailsSection />
          <PasswordSection email={user.email} />
          <TwoStepSection email={user.email} />
          <PasskeysSection />
          <DevicesSection />
          <DataExportSection />
          <DeleteAccount email={user.email} />
        </div>
      )}
    </>
  );
}
