import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import type { LibraryToken } from '#contract/goods/library/library-token.schema.ts';
import { msg, t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { ShownOnce } from '#ui/dialog/shown-once.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { newToken, revokeToken, useTokens } from './tokens.ts';

const DAY_MS = 86_400_000;
const lifetimes = [
  { value: '30', label: msg('30 days') },
  { value: '90', label: msg('90 days') },
  { value: '365', label: msg('A year') },
  { value: 'none', label: msg('Until it is revoked') },
];

/** Tokens that identify programs of the buyer. `onMade` gets a new one once. */
export function LibraryTokens({ onMade }: { onMade: (token: string) => void }) {
  const tokens = useTokens();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<LibraryToken | null>(null);

  async function revoke({ token_id: id, name }: LibraryToken) {
    const fault = await revokeToken(id);
    if (fault !== undefined) return fault;
    await tokens.reload();
    showAlert({ type: 'success', message: t('The token for {name} is revoked', { name }) });
    return undefined;
  }

  return (
    <div className="grid gap-3 text-[0.8125rem]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm font-[560]">{t('Tokens')}</h3>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setMaking(true)}>
          {t('New token')}
        </button>
      </div>
      <ShowLoaded from={tokens} skeleton={<RowsSkeleton rows={1} />} fault={t('Your tokens could not be loaded.')}>
        {(all) => {
          const good = all.filter(isGood);
          return good.length === 0 ? (
            <p className="text-ink-3">
              {t(
                'A program proves by a token that it loads for you. There is none yet: make one, and it stands in the lines above.',
              )}
            </p>
          ) : (
            <ul className="grid gap-2" aria-label={t('Tokens')}>
              {good.map((token) => (
                <li key={token.token_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span>
                    <bdi className="font-[540]">{token.name}</bdi>{' '}
                    <code className="font-mono text-ink-3">{token.prefix}…</code>{' '}
                    <span className="text-ink-3">
                      {token.last_used_at ? (
                        <>
                          {t('used last')} <LocalTime instant={token.last_used_at} />
                        </>
                      ) : (
                        t('never used')
                      )}
                    </span>
                  </span>
                  <button type="button" className="btn btn-ghost btn-sm" onClick={() => setRevoking(token)}>
                    {rich('Revoke{span}', {
                      span: <span className="sr-only"> {t('the token for {name}', { name: token.name })}</span>,
                    })}
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </ShowLoaded>
      {making && (
        <NewToken
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
            onMade(token);
            void tokens.reload();
          }}
        />
      )}
      {made !== null && (
        <ShownOnce title={t('Your new token')} label={t('Token')} text={made} onClose={() => setMade(null)}>
          {t(
            'Copy it now and keep it as you keep a password: it is not shown again. It stands in the lines until you leave this page.',
          )}
        </ShownOnce>
      )}
      {revoking && (
        <ConfirmDialog
          tone="harm"
          title={t('Revoke the token for {name}?', { name: revoking.name })}
          confirmLabel={t('Revoke token')}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>{t('Programs that use it are refused from now on. A token that is revoked cannot be brought back.')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function isGood({ revoked_at: revoked, expires_at: expires }: LibraryToken): boolean {
  return revoked === null && (expires === null || new Date(expires) > new Date());
}

function NewToken({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { name: '', lifetime: '90' },
    check: ({ name }) => (name.trim() ? {} : { name: 'Say what the token is for, such as the machine that uses it' }),
    begin: () => setFault(undefined),
    async send({ name, lifetime }) {
      const expires_at = lifetime === 'none' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
      const made = await newToken({ name: name.trim(), expires_at });
      if ('fault' in made) {
        setFault(made.fault);
        return {};
      }
      onMade(made.token);
      return undefined;
    },
  });
  return (
    <Dialog title={t('New token')} busy={form.busy} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <Field label={t('What it is for')} autoComplete="off" hint={t('Only you see it.')} {...form.field('name')} />
        <SelectField
          label={t('Good for')}
          placeholder={t('Choose how long')}
          options={lifetimes.map(({ value, label }) => ({ value, label: t(label) }))}
          {...form.field('lifetime')}
        />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {t('Make token')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
