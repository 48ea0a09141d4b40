import { type RefObject, useState } from 'react';
import type { EndingTools, SellerMember } from '#contract/selling/seller.schema.ts';
import type { MemberKeys, SellerRole } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { rich } from '#ui/rich.ts';
import { roleHints, roleNames } from './role-names.ts';

/** `role`: what they become; null: they leave the shop. */
export type MemberChange = { member: SellerMember; role: SellerRole | null; ending: EndingTools };

type DialogProps = MemberChange & {
  name: string;
  onConfirm: (keys: MemberKeys) => Promise<string | undefined>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

/** Asks before somebody leaves a shop or may do less in it, and what becomes of the keys, webhooks and invitations that end by that. */
export function MemberChangeDialog({ member, role, ending, name, onConfirm, onClose, focusWhenDone }: DialogProps) {
  const [keys, setKeys] = useState<MemberKeys>('revoke');
  const isOwn = member.is_caller;
  const { title, label, text } = wordsOf(role, isOwn, name);
  return (
    <ConfirmDialog
      tone="harm"
      title={title}
      confirmLabel={label}
      onConfirm={() => onConfirm(keys)}
      onClose={onClose}
      focusWhenDone={focusWhenDone}
    >
      <p>{text}</p>
      {countOf(ending) > 0 && (
        <>
          <Ending
            ending={ending}
            title={isOwn ? t('What ends with it') : t('What {name} answers for, and ends', { name })}
          />
          {isOwn ? (
            <p>{t('Programs and people that use them are refused. Another owner can make new ones.')}</p>
          ) : (
            <fieldset className="grid gap-2">
              <legend className="mb-1">{t('What becomes of them')}</legend>
              <Choice checked={keys === 'revoke'} onChoose={() => setKeys('revoke')}>
                {endText(ending)}
              </Choice>
              <Choice checked={keys === 'keep'} onChoose={() => setKeys('keep')}>
                {retainText(ending)}
              </Choice>
            </fieldset>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function Choice({ checked, onChoose, children }: { checked: boolean; onChoose: () => void; children: string }) {
  return (
    <label className="flex items-center gap-2">
      <input type="radio" name="keys" checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}

function Ending({ ending: { keys, webhooks, invitations }, title }: { ending: EndingTools; title: string }) {
  return (
    <ul aria-label={title} className="grid max-h-48 gap-1 overflow-y-auto rounded-md border bg-sunken p-3 text-sm">
      {keys.map(({ key_id: id, name, prefix }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {rich('Key {name} {code}', {
            name: <bdi className="font-[560] text-ink">{name}</bdi>,
            code: <code className="font-mono">{prefix}…</code>,
          })}
        </li>
      ))}
      {webhooks.map(({ webhook_id: id, url }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {rich('Webhook {url}', { url: <span className="font-[560] text-ink">{url}</span> })}
        </li>
      ))}
      {invitations.map(({ invitation_id: id, email, role }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {rich('Invitation of {email} as {value}', {
            email: <bdi className="font-[560] text-ink">{email}</bdi>,
            value: t(roleNames[role]).toLowerCase(),
          })}
        </li>
      ))}
    </ul>
  );
}

function wordsOf(role: SellerRole | null, isOwn: boolean, name: string) {
  if (!role)
    return isOwn
      ? {
          title: t('Leave this shop?'),
          label: t('Leave'),
          text: t('You see nothing of the shop any more. An owner can invite you again.'),
        }
      : {
          title: t('Remove {name}?', { name }),
          label: t('Remove'),
          text: t('They see nothing of the shop any more. They can be invited again.'),
        };
  const does = t(roleHints[role]).toLowerCase();
  return {
    title: isOwn
      ? t('Be an owner no more?')
      : t('Make {name} {value}?', { name, value: t(roleNames[role]).toLowerCase() }),
    label: `${isOwn ? t('Become') : t('Make')} ${t(roleNames[role]).toLowerCase()}`,
    text: isOwn
      ? t('Your role may do less: {does}. Only another owner can change it back.', { does })
      : t('Their role may do less: {does}.', { does }),
  };
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : t('{count} {one}s', { count, one }));

export function countOf({ keys, webhooks, invitations }: EndingTools): number {
  return keys.length + webhooks.length + invitations.length;
}

function endText({ keys, webhooks, invitations }: EndingTools): string {
  const parts = [
    ...(keys.length ? [t('revoke {length}', { length: counted(keys.length, 'key') })] : []),
    ...(webhooks.length ? [t('switch off {length}', { length: counted(webhooks.length, 'webhook') })] : []),
    ...(invitations.length ? [t('withdraw {length}', { length: counted(invitations.length, 'invitation') })] : []),
  ];
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function retainText(ending: EndingTools): string {
  const them = countOf(ending) === 1 ? 'it' : 'them';
  return ending.keys.length + ending.invitations.length === 0
    ? t('Leave {them} on', { them })
    : t('Keep {them} as mine', { them });
}
