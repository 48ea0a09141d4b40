import { t } from '#language/message.ts';
import { CopyButton } from '../copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Note beside a secret that requests are signed with. */
export function secretNote(): string {
  return t(
    'Copy it now: it is not shown again. Check each request with it, by a library of the Standard Webhooks convention.',
  );
}

type ShownOnceProps = {
  title: string;
  /** Name of the text, for people who hear it. */
  label: string;
  text: string;
  children: string;
  onClose: () => void;
};

/** A secret that nobody is told again: it stays until its owner says that they have it. */
export function ShownOnce({ title, label, text, children, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-ink-2">{children}</p>
      <output
        aria-label={label}
        className="block select-all rounded-md border bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]"
      >
        {text}
      </output>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CopyButton text={text}>{t('Copy')}</CopyButton>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('I have kept it')}
        </button>
      </div>
    </Dialog>
  );
}
