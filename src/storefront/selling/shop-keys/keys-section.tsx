import { useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import type { MadeSellerKey, SellerKey } from '#contract/selling/seller-key.schema.ts';
import { t } from '#language/message.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShownOnce } from '#ui/dialog/shown-once.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { revoke, takeOver, useKeys } from './tool-actions.ts';
import { scopeNames } from './tool-labels.ts';

/** Keys that identify programs of the shop. */
export function KeysSection({ seller: { sellerId, acts } }: { seller: SellerHere }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const keys = useKeys(sellerId);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeSellerKey | null>(null);
  const [revoking, setRevoking] = useState<SellerKey | null>(null);

  async function end(key: SellerKey) {
    const fault = await revoke(sellerId, key.key_id);
    if (fault) return fault;
    await keys.reload();
    showAlert({ type: 'success', message: t('The key for {name} is revoked', { name: key.name }) });
    return undefined;
  }

  async function takeOverKey(key: SellerKey) {
    const fault = await takeOver(sellerId, key.key_id);
    if (fault) return fault;
    await keys.reload();
    showAlert({ type: 'success', message: t('The key for {name} is yours now', { name: key.name }) });
    return undefined;
  }

  return (
    <Section
      title={t('Keys')}
      heading={heading}
      lead={rich('Programs of yours act for the shop with a key. <a>What they can do</a>', {
        a: (words) => (
          <a className="text-link" href="/api/docs">
            {words}
          </a>
        ),
      })}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <span>
            {rich('The id of your shop is {sellerId}', {
              sellerId: <code className="font-mono [overflow-wrap:anywhere]">{sellerId}</code>,
            })}
          </span>
          <CopyButton text={sellerId}>
            {rich('Copy<span> the id</span>', { span: (words) => <span className="sr-only">{words}</span> })}
          </CopyButton>
        </div>
        {acts && (
          <button type="button" className="btn btn-primary btn-sm" onClick={() => setMaking(true)}>
            {t('New key')}
          </button>
        )}
      </div>
      <ShowLoaded from={keys} skeleton={<RowSkeleton rows={2} />} fault={t('The keys could not be loaded.')}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-2">{t('There is no key yet.')}</p>
          ) : (
            <ul className="grid gap-5" aria-label={t('Keys')}>
              {all.map((key) => (
                <li key={key.key_id}>
                  <KeyRow sellerKey={key} onRevoke={() => setRevoking(key)} onTakeOver={() => takeOverKey(key)} />
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {making && (
        <NewKeyDialog
          sellerId={sellerId}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
            void keys.reload();
          }}
        />
      )}
      {made && (
        <ShownOnce title={t('Your new key')} label={t('Key')} text={made.key} onClose={() => setMade(null)}>
          {t(
            'Copy it now and keep it as you keep a password: it is not shown again. Your program sends it in the header Authorization, after the word Bearer.',
          )}
        </ShownOnce>
      )}
      {revoking && (
        <ConfirmDialog
          tone="harm"
          title={t('Revoke the key for {name}?', { name: revoking.name })}
          confirmLabel={t('Revoke key')}
          onConfirm={() => end(revoking)}
          onClose={() => setRevoking(null)}
          focusWhenDone={heading}
        >
          <p>{t('Programs that use it are refused from now on. A key that is revoked cannot be brought back.')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

type KeyRowProps = { sellerKey: SellerKey; onRevoke: () => void; onTakeOver: () => Promise<string | undefined> };

function KeyRow({ sellerKey: key, onRevoke, onTakeOver }: KeyRowProps) {
  const hasExpired = key.expires_at !== null && new Date(key.expires_at) <= new Date();
  const ended = key.revoked_at ? t('Revoked') : hasExpired ? t('Expired') : null;
  return (
    <SectionRow
      name={
        <>
          <bdi className={ended ? 'text-ink-3' : ''}>{key.name}</bdi>
          <code className="font-mono text-sm font-normal text-ink-3">{key.prefix}…</code>
          {ended && <span className="badge border text-ink-3">{ended}</span>}
        </>
      }
      about={
        <>
          {key.scopes.map((scope) => t(scopeNames[scope])).join(', ')}
          <br />
          {rich('Created by {value}', { value: <bdi>{key.made_by || t('someone who has left')}</bdi> })}
          {key.keeper_belongs &&
            key.keeper !== key.made_by &&
            rich(', kept by {keeper}', { keeper: <bdi>{key.keeper}</bdi> })}
          {!key.keeper_belongs && !ended && t(': no longer works, because they left the shop')}
          <br />
          {key.last_used_at ? (
            <>
              {t('Used last')} <LocalTime instant={key.last_used_at} />
            </>
          ) : (
            t('Never used')
          )}
          {key.expires_at && !ended && (
            <>
              {t(', good until')} <LocalTime instant={key.expires_at} />
            </>
          )}
        </>
      }
    >
      {!ended && !key.keeper_belongs && (
        <ActionButton action={onTakeOver}>
          {rich('Keep as mine{span}', {
            span: <span className="sr-only">{t(': the key for {name}', { name: key.name })}</span>,
          })}
        </ActionButton>
      )}
      {!ended && (
        <button type="button" className="btn btn-line btn-sm" onClick={onRevoke}>
          {rich('Revoke{span}', {
            span: <span className="sr-only"> {t('the key for {name}', { name: key.name })}</span>,
          })}
        </button>
      )}
    </SectionRow>
  );
}
