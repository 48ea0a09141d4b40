import { t } from '#language/message.ts';

type ViewChoiceProps = { isWhole: boolean; onChange: (isWhole: boolean) => void };

/** Choice between the differences alone and everything as it would be. */
export function ViewChoice({ isWhole, onChange }: ViewChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, no fields of a form
    <div role="group" aria-label={t('What to show')} className="flex gap-1 rounded-md bg-sunken p-1">
      <Choice isChosen={!isWhole} onChoose={() => onChange(false)} label={t('Changes')} />
      <Choice isChosen={isWhole} onChoose={() => onChange(true)} label={t('Whole page')} />
    </div>
  );
}

function Choice({ isChosen, onChoose, label }: { isChosen: boolean; onChoose: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="min-h-9 rounded-sm px-3 text-sm text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:font-[560] aria-pressed:text-ink aria-pressed:shadow-1 pointer-coarse:min-h-10"
    >
      {label}
    </button>
  );
}
