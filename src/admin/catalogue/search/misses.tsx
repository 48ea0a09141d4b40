import { useRef, useState } from 'react';
import type { SearchMiss, SearchMisses } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { noNotice, Part, PartTable, TryIt } from './part.tsx';
import { searchVocabulary } from './search-vocabulary.ts';
import { SynonymDialog } from './synonym-dialog.tsx';

type MissesProps = SearchMisses & { mayChange: boolean; onDone: () => Promise<void> };

/** Searches without result, the most frequent first, each with the way to a synonym. */
export function Misses({ items, total, mayChange, onDone }: MissesProps) {
  const [words, setWords] = useState<string | null>(null);
  const [notice, setNotice] = useState(noNotice);
  const heading = useRef<HTMLHeadingElement>(null);

  /** The row that had the focus is gone. */
  async function finish(sentence: string) {
    setWords(null);
    setNotice({ told: sentence });
    await onDone();
    heading.current?.focus();
  }

  return (
    <Part
      title="Searches without results"
      heading={heading}
      lead="What visitors searched for and didn't find. A search counts once in 5 minutes and is deleted after 90 days."
      notice={notice}
    >
      <PartTable
        title="Searches without results"
        nothing="No searches without results yet"
        isEmpty={items.length === 0}
        heads={
          <>
            <th>Search</th>
            <th className="!text-right">Times</th>
            <th className="max-md:hidden">Last time</th>
          </>
        }
      >
        {items.map((miss) => (
          <Row
            key={miss.query}
            miss={miss}
            mayChange={mayChange}
            onSynonym={() => setWords(miss.query)}
            onDismissed={() => finish(`Dismissed “${miss.query}”`)}
          />
        ))}
      </PartTable>
      {total > items.length && (
        <p className="mt-2 text-sm text-ink-3">
          {`The most frequent ${items.length} of ${total.toLocaleString('en-US')}`}
        </p>
      )}
      {words !== null && <SynonymDialog of={{ words }} onDone={finish} onClose={() => setWords(null)} />}
    </Part>
  );
}

type RowProps = { miss: SearchMiss; mayChange: boolean; onSynonym: () => void; onDismissed: () => Promise<void> };

function Row({ miss: { query, searches, last_at: last }, mayChange, onSynonym, onDismissed }: RowProps) {
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <bdi className="font-[560]">{query}</bdi>
        <span className="block text-xs text-ink-3 md:hidden">
          <LocalTime instant={last} />
        </span>
      </td>
      <td className="num !text-right">{searches.toLocaleString('en-US')}</td>
      <td className="max-md:hidden">
        <LocalTime instant={last} />
      </td>
      <td>
        <div className="flex flex-wrap justify-end gap-2">
          {mayChange && (
            <button
              type="button"
              className="btn btn-line btn-sm"
              aria-label={`Make a synonym for “${query}”`}
              onClick={onSynonym}
            >
              Make a synonym
            </button>
          )}
          <TryIt query={query} />
          {mayChange && (
            <ActionButton
              action={async () => {
                const fault = await searchVocabulary.dismissMiss(query);
                if (!fault) await onDismissed();
                return fault;
              }}
            >
              Dismiss<span className="sr-only">{` “${query}”`}</span>
            </ActionButton>
          )}
        </div>
      </td>
    </tr>
  );
}
