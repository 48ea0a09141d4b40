import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '#language/message.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { saveFile } from '#ui/loading/save-file.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { RowSkeleton, SectionRow } from '#ui/section.tsx';
import { useShop } from '../../shop/shop-context.ts';
import { ProvedDialog } from './owner-proof.tsx';
import { countRecoveryCodes, createRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts';

/**
 * Codes that replace the second step once each. How many are left is always shown, the codes themselves only when they are made: at once where the
 * second step is new (`isNew`) and there are none, so that nobody is left without.
 */
export function RecoveryCodes({ email, isNew }: { email: string; isNew: boolean }) {
  const left = useLoaded(countRecoveryCodes);
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const panel = useRef<HTMLDivElement>(null);

  async function done(made: string[]) {
    setCodes(made);
    await left.reload();
  }

  const isMissing = isNew && left.value === 0 && !codes;
  const begun = useRef(false);
  useEffect(() => {
    if (!isMissing) begun.current = false;
    if (!isMissing || begun.current) return;
    begun.current = true;
    // A sign-in that is too old asks for the proof in a dialog first.
    void createRecoveryCodes(done).then((fault) => (fault ? setAsking(true) : panel.current?.focus()));
  });

  return (
    <ShowLoaded from={left} skeleton={<RowSkeleton />} fault={t('Your recovery codes could not be counted.')}>
      {(count) => (
        <div className="grid gap-5">
          <SectionRow
            name={t('Recovery codes')}
            about={
              count === 0
                ? t('None yet: without them a lost phone locks you out.')
                : t('{count} of {RECOVERY_CODES} left, for when the second step is out of reach.', {
                    count,
                    RECOVERY_CODES,
                  })
            }
          >
            <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(true)}>
              {count === 0 ? t('Make recovery codes') : t('Make new recovery codes')}
            </button>
          </SectionRow>
          <div ref={panel} tabIndex={-1} aria-live="polite" className="outline-none empty:hidden">
            {codes && <NewCodes codes={codes} email={email} onClose={() => setCodes(undefined)} />}
          </div>
          {asking && (
            <AskForCodes replaces={count > 0} onMade={done} onClose={() => setAsking(false)} focusWhenDone={panel} />
          )}
        </div>
      )}
    </ShowLoaded>
  );
}

type AskForCodesProps = {
  replaces: boolean;
  onMade: (codes: string[]) => Promise<void>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

function AskForCodes({ replaces, onMade, ...dialog }: AskForCodesProps) {
  return (
    <ProvedDialog
      tone={replaces ? 'harm' : 'main'}
      title={replaces ? t('Make new recovery codes?') : t('Make recovery codes?')}
      confirmLabel={t('Make codes')}
      change={() => createRecoveryCodes(onMade)}
      {...dialog}
    >
      <p>
        {t('{RECOVERY_CODES} codes, each good for one login instead of the second step. They are shown once.', {
          RECOVERY_CODES,
        })}
        {replaces && t(' Those that you have end.')}
      </p>
    </ProvedDialog>
  );
}

function NewCodes({ codes, email, onClose }: { codes: string[]; email: string; onClose: () => void }) {
  const { store } = useShop();
  const text = `${store.name} recovery codes of ${email}\n\n${codes.join('\n')}\n\nEach is good for one login.\n`;

  function download() {
    const name = `${store.name.toLowerCase().replaceAll(/\W+/g, '-')}-recovery-codes.txt`;
    saveFile(new Blob([text], { type: 'text/plain' }), name);
  }

  return (
    <section aria-label={t('Your recovery codes')} className="grid gap-5 rounded-lg border p-5">
      <div className="print-alone grid gap-4">
        <p className="text-sm text-ink-2">
          {t(
            'Your {name} recovery codes of {email}. Keep them where you do not keep your phone: they are not shown again.',
            { name: store.name, email },
          )}
        </p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <CopyButton text={text}>{t('Copy')}</CopyButton>
        <button type="button" className="btn btn-line btn-sm" onClick={download}>
          {t('Download')}
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => window.print()}>
          {t('Print')}
        </button>
        <button type="button" className="btn btn-ghost btn-sm" onClick={onClose}>
          {t('I have kept them')}
        </button>
      </div>
    </section>
  );
}
