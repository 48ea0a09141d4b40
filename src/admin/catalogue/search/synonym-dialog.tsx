import { useState } from 'react';
import type {
  PutSearchSynonym,
  SearchSynonym,
} from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { phraseMaximum, phraseWordsMaximum } from '#contract/catalogue/search-vocabulary/search-vocabulary.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { searchVocabulary } from './search-vocabulary.ts';

type SynonymDialogProps = {
  /** The synonym that is changed, or words to begin with. */
  of: SearchSynonym | { words: string };
  /** It is saved: what is told about it. */
  onDone: (sentence: string) => void;
  onClose: () => void;
};

const directions = [
  { value: 'one', label: 'One way: words find the meaning' },
  { value: 'both', label: 'Both ways: each finds the other' },
];

/** A synonym as it is made and changed. */
export function SynonymDialog({ of, onDone, onClose }: SynonymDialogProps) {
  const known = 'synonym_id' in of ? of : null;
  const [fault, setFault] = useState('');
  const form = useForm({
    initial: {
      words: of.words.slice(0, phraseMaximum),
      means: known?.means ?? '',
      direction: known?.is_two_way ? 'both' : 'one',
    },
    check: ({ words, means, direction }) => ({
      ...phraseFault('words', words, 'Enter the words that visitors type'),
      ...phraseFault('means', means, 'Enter the words that products have'),
      ...(direction === '' && { direction: 'Choose a direction' }),
    }),
    begin: () => setFault(''),
    async send({ words, means, direction }) {
      const synonym: PutSearchSynonym = { words, means, is_two_way: direction === 'both' };
      const refused = known
        ? await searchVocabulary.changeSynonym(known.synonym_id, synonym)
        : await searchVocabulary.addSynonym(synonym);
      if (!refused) {
        onDone(`${known ? 'Changed' : 'Added'} the synonym “${words.trim()}”`);
        return undefined;
      }
      const field = /^(words|means)\b/.exec(refused)?.[1] as 'words' | 'means' | undefined;
      if (field) return { errors: { [field]: refused.charAt(0).toUpperCase() + refused.slice(1) } };
      setFault(refused);
      return {};
    },
  });
  const title = known ? 'Edit synonym' : 'New synonym';
  return (
    <Dialog title={title} busy={form.busy} onClose={onClose}>
      <form {...form.props} aria-label={title} className="grid gap-5">
        <Field
          label="Words"
          {...form.field('words')}
          autoComplete="off"
          hint={`As visitors type them, at most ${phraseWordsMaximum} words. For example, big iron`}
        />
        <Field
          label="Means"
          {...form.field('means')}
          autoComplete="off"
          hint="As products say it. For example, server"
        />
        <SelectField label="Direction" {...form.field('direction')} placeholder="Choose" options={directions} />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            Cancel
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {known ? 'Save synonym' : 'Add synonym'}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

function phraseFault(name: 'words' | 'means', text: string, missing: string) {
  if (text.trim() === '') return { [name]: missing };
  return text.trim().length > phraseMaximum ? { [name]: `Enter at most ${phraseMaximum} characters` } : {};
}
