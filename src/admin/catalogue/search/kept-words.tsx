import { useRef, useState } from 'react';
import type { SearchVocabulary } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { phraseMaximum } from '#contract/catalogue/search-vocabulary/search-vocabulary.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { noNotice, Part, PartTable } from './part.tsx';
import { searchVocabulary } from './search-vocabulary.ts';

type KeptWordsProps = { words: SearchVocabulary['kept_words']; mayChange: boolean; onDone: () => Promise<void> };

/** Words that are never corrected. */
export function KeptWords({ words, mayChange, onDone }: KeptWordsProps) {
  const [deleted, setDeleted] = useState<string | null>(null);
  const [notice, setNotice] = useState(noNotice);
  const heading = useRef<HTMLHeadingElement>(null);

  /** Puts back what was deleted. The button that had the focus is gone. */
  async function restore(again: Promise<string | undefined>, told: string) {
    const fault = await again;
    if (fault) return fault;
    setNotice({ told });
    await onDone();
    heading.current?.focus();
    return undefined;
  }

  return (
    <Part
      title="Words that are never corrected"
      heading={heading}
      lead="Names and terms that look like a typing mistake. No other word is corrected into them either."
      notice={notice}
    >
      <PartTable
        title="Words that are never corrected"
        nothing="No words yet"
        isEmpty={words.length === 0}
        heads={
          <>
            <th>Word</th>
            <th className="max-md:hidden">Added</th>
          </>
        }
      >
        {words.map(({ word, created_at: at, created_by: by }) => (
          <tr key={word}>
            <td className="[overflow-wrap:anywhere]">
              <bdi className="font-[560]">{word}</bdi>
            </td>
            <td className="text-sm max-md:hidden">
              <LocalTime instant={at} />
              <span className="block text-xs text-ink-3">
                <bdi>{by}</bdi>
              </span>
            </td>
            <td className="!text-right">
              {mayChange && (
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Delete the word “${word}”`}
                  onClick={() => setDeleted(word)}
                >
                  Delete
                </button>
              )}
            </td>
          </tr>
        ))}
      </PartTable>
      {mayChange && (
        <AddWord
          onDone={(word) => {
            setNotice({ told: `Added the word “${word}”` });
            return onDone();
          }}
        />
      )}
      {deleted !== null && (
        <ConfirmDialog
          tone="harm"
          title={`Delete the word “${deleted}”?`}
          confirmLabel="Delete word"
          focusWhenDone={heading}
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            const fault = await searchVocabulary.deleteKeptWord(deleted);
            if (fault) return fault;
            setNotice({
              told: `Deleted the word “${deleted}”`,
              undo: () => restore(searchVocabulary.addKeptWord(deleted), `Restored the word “${deleted}”`),
            });
            await onDone();
            return undefined;
          }}
        >
          <p>The search may correct it again where no product has it.</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

function AddWord({ onDone }: { onDone: (word: string) => Promise<void> }) {
  const form = useForm({
    initial: { word: '' },
    check: ({ word }) => ({
      ...(word.trim() === '' && { word: 'Enter a word' }),
      ...(word.trim().length > phraseMaximum && { word: `Enter at most ${phraseMaximum} characters` }),
    }),
    async send({ word }) {
      const fault = await searchVocabulary.addKeptWord(word);
      if (fault) return { errors: { word: fault.charAt(0).toUpperCase() + fault.slice(1) } };
      form.set('word', '');
      await onDone(word.trim());
      return undefined;
    },
  });
  return (
    <form {...form.props} aria-label="New word" className="mt-4 max-w-md">
      <Field
        label="Word"
        {...form.field('word')}
        autoComplete="off"
        beside={
          <SubmitButton busy={form.busy} className="btn btn-primary shrink-0">
            Add word
          </SubmitButton>
        }
      />
    </form>
  );
}
