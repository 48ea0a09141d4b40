import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';

type SearchFormProps = { name: string; label: string; q: string; onSearch: (text: string) => void };

/** Looks for a text in a list; `name` says in which. Give it `q` as its key too: then it follows the address. */
export function SearchForm({ name, label, q, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(q);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }

  return (
    <form onSubmit={submit} className="flex gap-2" aria-label={name}>
      <label className="grid gap-1 text-xs text-ink-3">
        {label}
        <input
          type="search"
          className="field !min-h-10 py-1 text-sm md:!w-64"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="btn btn-line btn-sm !min-h-10 self-end">
        <Search size={16} strokeWidth={1.6} aria-hidden />
        Search
      </button>
    </form>
  );
}
