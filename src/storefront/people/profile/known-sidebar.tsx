import { KnownAnswers } from './known-answers.tsx';
import { ProfileSidebar } from './profile-sidebar.tsx';

/** The way to the screens of the account, beside a page that is no screen of the profile. */
export function KnownSidebar() {
  return (
    <KnownAnswers>
      <ProfileSidebar />
    </KnownAnswers>
  );
}
