import type { ReactNode } from 'react';
import { useApi } from '#client/query/use-api.ts';
import { placeholderPhone, type User } from '#contract/people/user.ts';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useReveal } from '#ui/loading/use-reveal.ts';
import { PersonalDataForm } from './personal-data-form.tsx';

/** The user's record at the shop, and the form that changes it. */
export function PersonalData({ email }: { email: string }) {
  const record = useApi('/user/{email}', { params: { path: { email } } });
  return (
    <div className="mt-6 pb-8">
      <ShowLoaded from={record} skeleton={<Outline />} fault={t('Your information could not be loaded.')}>
        {(user) => <Record user={user} onSaved={record.reload} />}
      </ShowLoaded>
    </div>
  );
}

function Record({ user, onSaved }: { user: User; onSaved: () => Promise<void> }) {
  const form = useReveal();

  async function finish() {
    await onSaved();
    form.setOpen(false);
  }

  if (form.open) {
    return (
      <div ref={form.panel}>
        <PersonalDataForm user={user} onSaved={finish} onCancel={() => form.setOpen(false)} />
      </div>
    );
  }
  return (
    <>
      <dl className="divide-y border-y">
        <Entry name={t('User ID')}>{user.user_id}</Entry>
        <Entry name={t('Username')}>
          <bdi>{user.username}</bdi>
        </Entry>
        <Entry name={t('Phone')}>
          <span className="num">{user.phone || t('None')}</span>
          {user.phone === placeholderPhone && <span className="text-ink-3"> {t('until you give a number')}</span>}
        </Entry>
      </dl>
      <button ref={form.button} type="button" className="btn btn-line btn-sm mt-5" onClick={() => form.setOpen(true)}>
        {t('Edit')}
      </button>
    </>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-0.5 py-3.5 sm:grid-cols-[110px_minmax(0,1fr)] lg:grid-cols-[240px_minmax(0,1fr)]">
      <dt className="text-sm leading-[1.6rem] text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Outline() {
  return (
    <div className="divide-y border-y">
      {['w-52', 'w-32', 'w-28'].map((width) => (
        <div key={width} className="py-3.5">
          <div className={`skeleton h-[1.6rem] ${width}`} />
        </div>
      ))}
    </div>
  );
}
