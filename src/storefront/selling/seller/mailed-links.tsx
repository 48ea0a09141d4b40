import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import { isOpenedSeller } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { roleNames } from './role-names.ts';
import { accept, confirmSupportAddress, readInvitation } from './seller-actions.ts';
import { useMySellers } from './use-my-sellers.ts';

/** Where the link in an invitation's mail leads: it is accepted by a button. */
export function Invitation({ token }: { token: string }) {
  const invited = useLoaded(() => readInvitation(token));
  const mine = useMySellers();
  const [, setQuery] = useSearchParams();

  async function join(name: string) {
    const fault = await accept(token);
    if (fault) return fault;
    await mine.reload();
    showAlert({ type: 'success', message: t('You belong to {name} now', { name }) });
    setQuery({}, { replace: true });
    return undefined;
  }

  return (
    <ShowLoaded from={invited} skeleton={<RowSkeleton rows={2} />} fault={t('The invitation could not be loaded.')}>
      {(found) =>
        typeof found === 'string' ? (
          <p className="max-w-[60ch]">{found}</p>
        ) : (
          <div className="grid max-w-[60ch] justify-items-start gap-5">
            <p>
              {rich('{name} invites you as {role}.', {
                name: <bdi className="font-[560]">{found.name || t('A new shop')}</bdi>,
                role: t(roleNames[found.role]).toLowerCase(),
              })}
            </p>
            <ActionButton className="btn btn-primary" action={() => join(found.name || t('the shop'))}>
              {t('Accept invitation')}
            </ActionButton>
          </div>
        )
      }
    </ShowLoaded>
  );
}

/** Where the link in the mail to a support address leads: it is confirmed by being opened by somebody of the shop. */
export function SupportConfirmation({ token }: { token: string }) {
  // The link works once, and a screen may ask twice.
  const asked = useRef<ReturnType<typeof confirmSupportAddress>>(undefined);
  const confirmed = useLoaded(() => {
    asked.current ??= confirmSupportAddress(token);
    return asked.current;
  });
  return (
    <ShowLoaded from={confirmed} skeleton={<RowSkeleton />} fault={t('The address could not be confirmed.')}>
      {(found) =>
        typeof found === 'string' ? (
          <p className="max-w-[60ch]">{found}</p>
        ) : (
          <div className="grid justify-items-start gap-5">
            <p>{rich('{email} is confirmed.', { email: <bdi className="font-[560]">{found.email}</bdi> })}</p>
            {isOpenedSeller(found.state) ? (
              <a className="btn btn-primary" href="/profile/shop">
                {t('Go to My Shop')}
              </a>
            ) : (
              <a className="btn btn-primary" href="/profile/become-a-seller">
                {t('Continue your application')}
              </a>
            )}
          </div>
        )
      }
    </ShowLoaded>
  );
}
