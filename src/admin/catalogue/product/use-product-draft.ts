import { useEffect, useRef, useState } from 'react';
import type { EditedField, StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { type FieldFaults, save } from './product.ts';
import { differing, type FieldChange, follow, type ProductFields, written } from './product-draft.ts';

export type ProductDraft = {
  fields: ProductFields;
  /** Fields that were written and are not saved. */
  dirty: EditedField[];
  /** Sentences by field, of what the last save was refused for and was not written anew since. */
  faults: FieldFaults;
  fault: string;
  /** Changes of somebody else since it was read here. */
  changes: FieldChange[];
  busy: boolean;
  /** Something was saved last. */
  isSaved: boolean;
  change: (change: Partial<ProductFields> | ((now: ProductFields) => Partial<ProductFields>)) => void;
  save: () => Promise<void>;
  discard: () => void;
};

/** Draft of the product; what is not touched here follows what it becomes elsewhere. */
export function useProductDraft(of: StaffProduct, onSaved: (product: StaffProduct) => void): ProductDraft {
  const [base, setBase] = useState<{ fields: ProductFields; mark: string }>({ fields: of.fields, mark: of.mark });
  const [fields, setFields] = useState<ProductFields>(of.fields);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [fault, setFault] = useState('');
  const [changes, setChanges] = useState<FieldChange[]>([]);
  const [busy, setBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const latest = useRef(fields);
  latest.current = fields;
  const dirty = differing(base.fields, fields);

  function take(product: StaffProduct, tell: boolean) {
    const merged = follow(latest.current, base.fields, product.fields);
    setBase({ fields: product.fields, mark: product.mark });
    setFields(merged.fields);
    if (tell) setChanges(merged.changes);
  }

  // Its stock, its sales and others change it while it is written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is another one
  useEffect(() => {
    if (of.mark !== base.mark || of.fields !== base.fields) take(of, false);
  }, [of]);

  async function send() {
    if (busy) return;
    setFaults({});
    setFault('');
    setChanges([]);
    const sent = latest.current;
    setBusy(true);
    const answer = await save(of.product_id, { mark: base.mark, fields: written(base.fields, sent) });
    setBusy(false);
    if ('saved' in answer) {
      setIsSaved(true);
      // Text typed during the save stays.
      const later = follow(latest.current, sent, answer.saved.fields);
      setBase({ fields: answer.saved.fields, mark: answer.saved.mark });
      setFields(later.fields);
      return onSaved(answer.saved);
    }
    setFault(answer.fault);
    setFaults(answer.faults);
    if (answer.meanwhile) take(answer.meanwhile.product, true);
  }

  return {
    fields,
    dirty,
    faults,
    fault,
    changes,
    busy,
    isSaved: isSaved && dirty.length === 0,
    change(given) {
      setIsSaved(false);
      const next = typeof given === 'function' ? given(latest.current) : given;
      setFaults((now) => ({ ...now, ...Object.fromEntries(Object.keys(next).map((name) => [name, undefined])) }));
      setFields((now) => ({ ...now, ...(typeof given === 'function' ? given(now) : given) }));
    },
    save: send,
    discard() {
      setFields(base.fields);
      setFaults({});
      setFault('');
      setChanges([]);
    },
  };
}
