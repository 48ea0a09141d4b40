import { ArrowUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SearchPin } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { pinnedQueryMaximum, pinsMaximum } from '#contract/catalogue/search-vocabulary/search-vocabulary.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { type ChosenProduct, ProductField } from '../product/product-field.tsx';
import { searchVocabulary } from './search-vocabulary.ts';

type PinDialogProps = {
  /** Pins that are changed; null: those of another query. */
  of: SearchPin | null;
  /** It is saved: what is told about it. */
  onDone: (sentence: string) => void;
  onClose: () => void;
};

/** The products of a query, the first one first. */
export function PinDialog({ of, onDone, onClose }: PinDialogProps) {
  const [products, setProducts] = useState<ChosenProduct[]>(
    () => of?.products.map(({ product_id: id, name }) => ({ id, name: name ?? id })) ?? [],
  );
  const [fault, setFault] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const form = useForm({
    initial: { query: of?.query ?? '', product: '' },
    check: ({ query, product }) => ({
      ...(query.trim() === '' && { query: 'Enter a search' }),
      ...(query.trim().length > pinnedQueryMaximum && { query: `Enter at most ${pinnedQueryMaximum} characters` }),
      ...(products.length === 0 && product.trim() === '' && { product: 'Choose a product' }),
    }),
    begin: () => setFault(''),
    async send({ query, product }) {
      // A whole product_id that nothing was chosen for.
      const typed = product.trim();
      const product_ids = [...products.map(({ id }) => id), ...(typed === '' ? [] : [typed])];
      const refused = await searchVocabulary.putPin({ query, product_ids });
      if (!refused) {
        onDone(
          `Pinned ${product_ids.length === 1 ? '1 product' : `${product_ids.length} products`} for “${query.trim()}”`,
        );
        return undefined;
      }
      if (refused.startsWith('query')) return { errors: { query: refused } };
      if (typed !== '' && refused.includes(typed)) return { errors: { product: refused } };
      setFault(refused);
      return {};
    },
  });
  const product = form.field('product');
  const isFull = products.length >= pinsMaximum;

  function add(found: ChosenProduct) {
    form.set('product', '');
    if (!products.some(({ id }) => id === found.id)) setProducts([...products, found]);
  }

  function remove(id: string) {
    setProducts(products.filter((one) => one.id !== id));
    list.current?.focus();
  }

  function moveUp(index: number) {
    const [moved] = products.slice(index, index + 1);
    if (moved) setProducts(products.with(index, products[index - 1] as ChosenProduct).with(index - 1, moved));
  }

  const title = of ? 'Edit pinned results' : 'Pin products';
  return (
    <Dialog title={title} busy={form.busy} onClose={onClose}>
      <form {...form.props} aria-label={title} className="grid gap-5">
        <Field
          label="Search"
          {...form.field('query')}
          autoComplete="off"
          readOnly={of !== null}
          hint="The whole search, in any case. For example, cheap gpu"
        />
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="Pinned products, the first one first"
          className="grid gap-2 outline-none empty:hidden"
        >
          {products.map(({ id, name }, index) => (
            <li key={id} className="flex items-center justify-between gap-3 border-b pb-2 text-sm">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {`${index + 1}. `}
                <bdi>{name}</bdi>
              </span>
              <span className="flex shrink-0 gap-1">
                {index > 0 && (
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={`Move ${name} up`}
                    onClick={() => moveUp(index)}
                  >
                    <ArrowUp size={16} strokeWidth={1.8} aria-hidden />
                  </button>
                )}
                <button type="button" className="icon-btn" aria-label={`Remove ${name}`} onClick={() => remove(id)}>
                  <X size={16} strokeWidth={1.8} aria-hidden />
                </button>
              </span>
            </li>
          ))}
        </ol>
        {isFull ? (
          <p className="text-sm text-ink-2">{`${pinsMaximum} products are the most. Remove one to add another.`}</p>
        ) : (
          <ProductField
            name={product.name}
            value={product.value}
            error={product.error}
            chosen={null}
            onType={product.onChange}
            onChoose={add}
          />
        )}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            Cancel
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {of ? 'Save products' : 'Pin products'}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
