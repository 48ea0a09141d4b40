import { type RefObject, useState } from 'react';
import type { EndingTools, SellerMember } from '#contract/selling/seller.schema.ts';
import type { MemberKeys, SellerRole } from '#contract/selling/seller.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
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
          <Ending ending={ending} title={isOwn ? 'What ends with it' : `What ${name} answers for, and ends`} />
          {isOwn ? (
            <p>Programs and people that use them are refused. Another owner can make new ones.</p>
          ) : (
            <fieldset className="grid gap-2">
              <legend className="mb-1">What becomes of them</legend>
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
          Key <bdi className="font-[560] text-ink">{name}</bdi> <code className="font-mono">{prefix}…</code>
        </li>
      ))}
      {webhooks.map(({ webhook_id: id, url }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          Webhook <span className="font-[560] text-ink">{url}</span>
        </li>
      ))}
      {invitations.map(({ invitation_id: id, email, role }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          Invitation of <bdi className="font-[560] text-ink">{email}</bdi> as {roleNames[role].toLowerCase()}
        </li>
      ))}
    </ul>
  );
}

function wordsOf(role: SellerRole | null, isOwn: boolean, name: string) {
  if (!role)
    return isOwn
      ? {
          title: 'Leave this shop?',
          label: 'Leave',
          text: 'You see nothing of the shop any more. An owner can invite you again.',
        }
      : {
          title: `Remove ${name}?`,
          label: 'Remove',
          text: 'They see nothing of the shop any more. They can be invited again.',
        };
  const does = roleHints[role].toLowerCase();
  return {
    title: isOwn ? 'Be an owner no more?' : `Make ${name} ${roleNames[role].toLowerCase()}?`,
    label: `${isOwn ? 'Become' : 'Make'} ${roleNames[role].toLowerCase()}`,
    text: isOwn
      ? `Your role may do less: ${does}. Only another owner can change it back.`
      : `Their role may do less: ${does}.`,
  };
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

export function countOf({ keys, webhooks, invitations }: EndingTools): number {
  return keys.length + webhooks.length + invitations.length;
}

function endText({ keys, webhooks, invitations }: EndingTools): string {
  const parts = [
    ...(keys.length ? [`revoke ${counted(keys.length, 'key')}`] : []),
    ...(webhooks.length ? [`switch off ${counted(webhooks.length, 'webhook')}`] : []),
    ...(invitations.length ? [`withdraw ${counted(invitations.length, 'invitation')}`] : []),
  ];
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function retainText(ending: EndingTools): string {
  const them = countOf(ending) === 1 ? 'it' : 'them';
  return ending.keys.length + ending.invitations.length === 0 ? `Leave ${them} on` : `Keep ${them} as mine`;
}
