import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Field } from '#ui/form/field.tsx';
import { useOwnProducts } from './operated-seller.ts';

type FindProps = { chosen: readonly string[]; onAdd: (productId: string) => void };

/** Products of one's own by name; each is added to those that are handed over. */
export function FindOwnProducts({ chosen, onAdd }: FindProps) {
  const [text, setText] = useState('');
  const [added, setAdded] = useState('');
  const wanted = text.trim();
  const rows = useOwnProducts(wanted);
  return (
    <div className="grid gap-2">
      <Field
        label="Find your products by name"
        name="find"
        value={text}
        required={false}
        autoComplete="off"
        onChange={setText}
      />
      <p role="status" className="text-sm text-ink-3 empty:hidden">
        {added || (wanted !== '' && rows?.length === 0 && 'No product of your own fits.')}
      </p>
      {wanted !== '' && rows && rows.length > 0 && (
        <ul aria-label="Products found" className="max-h-56 overflow-y-auto border-y">
          {rows.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-b py-1.5 text-sm last:border-b-0">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{String(name)}</bdi>
                <span className="block text-xs text-ink-3">{id}</span>
              </span>
              {chosen.includes(id) ? (
                <span className="flex-none text-xs text-ink-3">Added</span>
              ) : (
                <button
                  type="button"
                  className="btn btn-line btn-sm flex-none"
                  aria-label={`Add ${name}`}
                  onClick={() => {
                    onAdd(id);
                    setAdded(`${name} is added.`);
                  }}
                >
                  <Plus size={16} strokeWidth={1.8} aria-hidden />
                  Add
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
