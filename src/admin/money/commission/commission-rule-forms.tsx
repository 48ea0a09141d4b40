import { useState } from 'react';
import { categories } from '#contract/catalogue/product/product.ts';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { commissionRules } from './commission-rules.ts';

type ScopeName = 'seller' | 'category' | 'from' | 'until';
const emptyScope = { seller: '', category: '', from: '', until: '' };
const everyCategory = categories.filter((name) => name !== 'all');
type Category = (typeof everyCategory)[number];

const isDay = (text: string) => text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text);
const wrongDay = 'Write a day such as 2026-12-01, or nothing.';

function checkScope({ from, until }: Record<ScopeName, string>) {
  return { ...(!isDay(from) && { from: wrongDay }), ...(!isDay(until) && { until: wrongDay }) };
}

function scopeOf({ seller, category, from, until }: Record<ScopeName, string>) {
  return {
    seller: seller.trim() || null,
    category: (category || null) as Category | null,
    from: from || null,
    until: until || null,
  };
}

function amountOf(text: string): number | null {
  return /^\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : null;
}

export function FeeRuleForm({ onDone }: { onDone: () => Promise<void> }) {
  const [told, setTold] = useState('');
  const form = useForm({
    initial: { name: '', percent: '', fixed: '0', returned: 'yes', ...emptyScope },
    check: (values) => ({
      ...(!values.name.trim() && { name: 'Write what sellers read on their statements, such as Standard fee.' }),
      ...(amountOf(values.percent) === null && { percent: 'Write a number such as 8.5, with at most two decimals.' }),
      ...(amountOf(values.fixed) === null && { fixed: 'Write an amount such as 0.30; 0 for none.' }),
      ...checkScope(values),
    }),
    begin: () => setTold(''),
    async send(values) {
      const fault = await commissionRules.makeFee({
        ...scopeOf(values),
        name: values.name.trim(),
        percent: amountOf(values.percent) ?? 0,
        fixed: amountOf(values.fixed) ?? 0,
        returned: values.returned !== 'no',
      });
      if (fault) return { errors: { name: fault } };
      setTold(`${values.name.trim()} is made.`);
      form.set('name', '');
      await onDone();
      return undefined;
    },
  });
  return (
    <form {...form.props} aria-label="New fee" className="grid gap-4 border-t pt-5">
      <h3 className="text-base">New fee</h3>
      <Field label="Name" {...form.field('name')} autoComplete="off" hint="Sellers read it on their statements." />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Percent" {...form.field('percent')} autoComplete="off" hint="Of each line" />
        <Field label="Fixed, in dollars" {...form.field('fixed')} autoComplete="off" hint="For each line" />
        <SelectField
          label="With a refund"
          {...form.field('returned')}
          placeholder="Choose"
          options={[
            { value: 'yes', label: 'the percentage goes back' },
            { value: 'no', label: 'the fee is kept' },
          ]}
        />
      </div>
      <ScopeFields form={form as unknown as Form<ScopeName>} />
      <Send busy={form.busy} label="Make fee" told={told} />
    </form>
  );
}

export function HoldingRuleForm({ onDone }: { onDone: () => Promise<void> }) {
  const [told, setTold] = useState('');
  const form = useForm({
    initial: { hours: '', ...emptyScope },
    check: (values) => ({
      ...(!/^\d{1,4}$/.test(values.hours.trim()) && {
        hours: 'Write whole hours, such as 336 for 14 days; 0 for at once.',
      }),
      ...checkScope(values),
    }),
    begin: () => setTold(''),
    async send(values) {
      const fault = await commissionRules.makeHolding({ ...scopeOf(values), hours: Number(values.hours) });
      if (fault) return { errors: { hours: fault } };
      setTold('The holding time is made.');
      form.set('hours', '');
      await onDone();
      return undefined;
    },
  });
  return (
    <form {...form.props} aria-label="New holding time" className="grid gap-4 border-t pt-5">
      <h3 className="text-base">New holding time</h3>
      <Field
        label="Hours"
        {...form.field('hours')}
        autoComplete="off"
        hint="After a line is delivered: 336 are 14 days"
      />
      <ScopeFields form={form as unknown as Form<ScopeName>} />
      <Send busy={form.busy} label="Make holding time" told={told} />
    </form>
  );
}

function ScopeFields({ form }: { form: Form<ScopeName> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Shop"
        {...form.field('seller')}
        required={false}
        autoComplete="off"
        hint="Its address or id; empty: all shops"
      />
      <SelectField
        label="Category"
        {...form.field('category')}
        required={false}
        placeholder="All categories"
        options={everyCategory.map((name) => ({ value: name, label: name }))}
      />
      <Field label="From" {...form.field('from')} required={false} autoComplete="off" hint="A day (UTC); empty: now" />
      <Field
        label="Until"
        {...form.field('until')}
        required={false}
        autoComplete="off"
        hint="Before this day; empty: it stays"
      />
    </div>
  );
}

function Send({ busy, label, told }: { busy: boolean; label: string; told: string }) {
  return (
    <>
      <div>
        <SubmitButton busy={busy} className="btn btn-primary">
          {label}
        </SubmitButton>
      </div>
      <p role="status" className="text-sm text-success empty:hidden">
        {told}
      </p>
    </>
  );
}
