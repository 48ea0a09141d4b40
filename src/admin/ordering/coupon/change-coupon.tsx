import { useEffect, useRef, useState } from 'react';
import type { StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import { useForm } from '#ui/form/use-form.ts';
import { change } from './coupon.ts';
import {
  type CouponField,
  checkFields,
  type FieldChange,
  fieldNames,
  mergeFields,
  toFields,
  toTerms,
} from './coupon-fields.ts';
import { CouponForm } from './coupon-form.tsx';

/** The terms of a coupon, to be changed for orders to come; of one that has ended, to open it again. */
export function ChangeCoupon({ of, onChanged }: { of: StaffCoupon; onChanged: () => Promise<void> }) {
  const [told, setTold] = useState('');
  const [fault, setFault] = useState('');
  const [changes, setChanges] = useState<FieldChange[]>([]);
  // As it was when the form was filled; what is known of it since may be newer.
  const base = useRef(of);
  const form = useForm({
    initial: toFields(of.code, of),
    check: checkFields,
    begin() {
      setTold('');
      setFault('');
    },
    async send(fields) {
      const { code, revision } = base.current;
      const outcome = await change(code, { ...toTerms(fields, base.current), enabled: true, revision });
      if ('saved' in outcome) {
        follow(fields, outcome.saved);
        setChanges([]);
        setTold('The coupon is saved.');
        await onChanged();
        return undefined;
      }
      setFault(outcome.fault);
      if (outcome.current) {
        setChanges(follow(fields, outcome.current));
        await onChanged();
      }
      return {};
    },
  });

  // Ended here, or changed by somebody else as another answer has told.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer coupon
  useEffect(() => {
    if (of.revision <= base.current.revision) return;
    const changed = follow(form.values, of);
    setChanges(changed);
    if (changed.length > 0) setFault('Somebody has changed this coupon meanwhile.');
  }, [of.revision]);

  /** Fields that are not touched here take the current values. */
  function follow(typed: Record<CouponField, string>, now: StaffCoupon): FieldChange[] {
    const merged = mergeFields(typed, toFields(of.code, base.current), toFields(of.code, now));
    base.current = now;
    for (const [name, value] of Object.entries(merged.fields)) form.set(name as CouponField, value);
    return merged.changes;
  }

  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="mb-1 text-lg">
        {of.enabled ? 'Change its terms' : 'Open it again'}
      </h2>
      <p className="mb-4 text-sm text-ink-2">
        For orders that are placed from now on. Those that there are keep theirs.
      </p>
      <CouponForm
        form={form}
        label="Terms"
        submit={of.enabled ? 'Save coupon' : 'Open coupon again'}
        isMade
        isFixed={of.is_fixed}
        fault={fault && <Fault text={fault} changes={changes} />}
        told={told}
      />
    </section>
  );
}

/** With what somebody else has changed meanwhile. */
function Fault({ text, changes }: { text: string; changes: FieldChange[] }) {
  return (
    <>
      <p>{text}</p>
      {changes.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-ink">
          {changes.map(({ name, before, after }) => (
            <li key={name}>{`${fieldNames[name]}: ${before || 'nothing'}, now ${after || 'nothing'}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}
