import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { KeptWords } from './kept-words.tsx';
import { Misses } from './misses.tsx';
import { Pins } from './pins.tsx';
import { useSearchMisses, useSearchVocabulary } from './search-vocabulary.ts';
import { Synonyms } from './synonyms.tsx';

/** Searches that found nothing, and the operator's own words of the search. */
export function Component() {
  const vocabulary = useSearchVocabulary();
  const misses = useSearchMisses();
  const mayChange = useMay()('manageProducts');
  const onDone = async () => {
    await Promise.all([vocabulary.reload(), misses.reload()]);
  };
  return (
    <Screen
      title="Search"
      lead="Your own words for the search, besides those it knows. Changes work at once, in suggestions too."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <ShowLoaded
          from={misses}
          skeleton={<RowSkeleton rows={4} />}
          fault="The searches without results could not be loaded."
        >
          {(found) => <Misses {...found} mayChange={mayChange} onDone={onDone} />}
        </ShowLoaded>
        <ShowLoaded from={vocabulary} skeleton={<RowSkeleton rows={6} />} fault="Your words could not be loaded.">
          {({ synonyms, kept_words, pins }) => (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
              <Synonyms synonyms={synonyms} mayChange={mayChange} onDone={onDone} />
              <KeptWords words={kept_words} mayChange={mayChange} onDone={onDone} />
              <Pins pins={pins} mayChange={mayChange} onDone={onDone} />
            </div>
          )}
        </ShowLoaded>
      </div>
    </Screen>
  );
}
