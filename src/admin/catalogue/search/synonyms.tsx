import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SearchSynonym } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { noNotice, Part, PartTable, TryIt } from './part.tsx';
import { searchVocabulary } from './search-vocabulary.ts';
import { SynonymDialog } from './synonym-dialog.tsx';

type SynonymsProps = { synonyms: SearchSynonym[]; mayChange: boolean; onDone: () => Promise<void> };

/** The operator's own synonyms. */
export function Synonyms({ synonyms, mayChange, onDone }: SynonymsProps) {
  const [edited, setEdited] = useState<SearchSynonym | { words: string } | null>(null);
  const [deleted, setDeleted] = useState<SearchSynonym | null>(null);
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
      title="Synonyms"
      heading={heading}
      lead="A search for the words also finds products that have the meaning."
      notice={notice}
      action={
        mayChange && (
          <button type="button" className="btn btn-primary btn-sm" onClick={() => setEdited({ words: '' })}>
            <Plus size={16} strokeWidth={1.8} aria-hidden />
            New synonym
          </button>
        )
      }
    >
      <PartTable
        title="Synonyms"
        nothing="No synonyms of your own yet"
        isEmpty={synonyms.length === 0}
        heads={
          <>
            <th>Words</th>
            <th>Means</th>
            <th className="max-lg:hidden">Changed</th>
          </>
        }
      >
        {synonyms.map((synonym) => (
          <Row
            key={synonym.synonym_id}
            synonym={synonym}
            mayChange={mayChange}
            onEdit={() => setEdited(synonym)}
            onDelete={() => setDeleted(synonym)}
          />
        ))}
      </PartTable>
      {edited && (
        <SynonymDialog
          of={edited}
          onClose={() => setEdited(null)}
          onDone={(sentence) => {
            setEdited(null);
            setNotice({ told: sentence });
            void onDone();
          }}
        />
      )}
      {deleted && (
        <ConfirmDialog
          tone="harm"
          title={`Delete the synonym “${deleted.words}”?`}
          confirmLabel="Delete synonym"
          focusWhenDone={heading}
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            const fault = await searchVocabulary.deleteSynonym(deleted.synonym_id);
            if (fault) return fault;
            const { words, means, is_two_way } = deleted;
            setNotice({
              told: `Deleted the synonym “${words}”`,
              undo: () =>
                restore(searchVocabulary.addSynonym({ words, means, is_two_way }), `Restored the synonym “${words}”`),
            });
            await onDone();
            return undefined;
          }}
        >
          <p>{`A search for “${deleted.words}” no longer finds products because they have “${deleted.means}”.`}</p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

type RowProps = { synonym: SearchSynonym; mayChange: boolean; onEdit: () => void; onDelete: () => void };

function Row({ synonym, mayChange, onEdit, onDelete }: RowProps) {
  const { words, means, is_two_way: isTwoWay } = synonym;
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <bdi className="font-[560]">{words}</bdi>
      </td>
      <td className="[overflow-wrap:anywhere]">
        <bdi>{means}</bdi>
        <span className="block text-xs text-ink-3">{isTwoWay ? 'Both ways' : 'One way'}</span>
      </td>
      <td className="text-sm max-lg:hidden">
        <LocalTime instant={synonym.updated_at} />
        <span className="block text-xs text-ink-3">
          <bdi>{synonym.updated_by}</bdi>
        </span>
      </td>
      <td>
        <div className="flex flex-wrap justify-end gap-2">
          <TryIt query={words} />
          {mayChange && (
            <>
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Edit the synonym “${words}”`}
                onClick={onEdit}
              >
                Edit
              </button>
              <button
                type="button"
                className="btn btn-line btn-sm"
                aria-label={`Delete the synonym “${words}”`}
                onClick={onDelete}
              >
                Delete
              </button>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}
