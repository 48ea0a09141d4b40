import { useState } from 'react';
import type { AdjustmentPreview } from '#contract/money/adjustment.schema.ts';
import { type AdjustmentWay, adjustmentWays } from '#contract/money/adjustment.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { dollars, wayNames } from '../wallet/movement-labels.ts';
import { adjustments, createRequestKeys, preview } from './adjustments.ts';

type Asked = { way: AdjustmentWay; from: string; to: string; amount: number; reason: string; shown: AdjustmentPreview };

/** Form for an adjustment; before anything moves, it shows what both accounts would hold. */
export function AdjustmentForm({ onDone }: { onDone: () => Promise<void> }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [keys] = useState(createRequestKeys);
  const form = useForm({
    initial: { way: '', from: '', to: '', amount: '', reason: '' },
    check: ({ way, from, to, amount, reason }) => ({
      ...(!way && { way: 'Choose what it is.' }),
      ...(!from.trim() && { from: 'Name the account that it goes out of, such as platform:loss.' }),
      ...(!to.trim() && { to: 'Name the account that it comes to, such as seller:ID:available.' }),
      ...(!/^\d{1,9}(\.\d{1,2})?$/.test(amount.trim()) && { amount: 'Write an amount such as 12.50.' }),
      ...(!reason.trim() && { reason: 'Say why: it stands in the ledger, and a shop reads it.' }),
    }),
    async send(values) {
      const way = adjustmentWays.find((name) => name === values.way);
      if (!way) return { errors: { way: 'Choose what it is.' } };
      const adjustment = { way, from: values.from.trim(), to: values.to.trim(), amount: Number(values.amount) };
      const found = await preview(adjustment);
      if ('fault' in found) return { errors: { to: found.fault } };
      if (found.preview.problem) return { errors: { amount: found.preview.problem } };
      setAsked({ ...adjustment, reason: values.reason.trim(), shown: found.preview });
      return undefined;
    },
  });
  return (
    <section aria-labelledby="new-adjustment" className="max-w-2xl border-t pt-6">
      <h2 id="new-adjustment" className="text-lg">
        New adjustment
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">You can't edit adjustments. Reverse one with another.</p>
      <form {...form.props} className="grid gap-4">
        <SelectField
          label="What it is"
          {...form.field('way')}
          placeholder="Choose"
          options={adjustmentWays.map((way) => ({ value: way, label: wayNames[way] }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Out of the account" {...form.field('from')} autoComplete="off" hint="Such as platform:loss" />
          <Field label="To the account" {...form.field('to')} autoComplete="off" hint="Such as seller:ID:available" />
        </div>
        <Field label="Amount in dollars" {...form.field('amount')} autoComplete="off" />
        <Field label="Reason" {...form.field('reason')} rows={3} autoComplete="off" />
        <div>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            See what would change
          </SubmitButton>
        </div>
      </form>
      {asked && (
        <ConfirmDialog
          tone="main"
          title={
            asked.shown.needs_second ? `Propose to move ${dollars(asked.amount)}?` : `Move ${dollars(asked.amount)}?`
          }
          confirmLabel={asked.shown.needs_second ? 'Propose it' : `Move ${dollars(asked.amount)}`}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const { shown: _shown, ...adjustment } = asked;
            const fault = await adjustments.make(adjustment, keys);
            if (fault) return fault;
            for (const name of ['amount', 'reason'] as const) form.set(name, '');
            await onDone();
            return undefined;
          }}
        >
          <table className="w-full text-sm">
            <caption className="sr-only">What both accounts hold</caption>
            <thead>
              <tr className="text-xs text-ink-3">
                <th className="py-1 text-left font-normal">Account</th>
                <th className="py-1 text-right font-normal">Now</th>
                <th className="py-1 text-right font-normal">Then</th>
              </tr>
            </thead>
            <tbody>
              {[asked.shown.from, asked.shown.to].map(({ account, balance, after }) => (
                <tr key={account} className="border-t">
                  <td className="py-1.5 [overflow-wrap:anywhere]">{account}</td>
                  <td className="num py-1.5 text-right">{dollars(balance)}</td>
                  <td className="num py-1.5 text-right">{dollars(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {asked.shown.needs_second && (
            <p>
              Somebody else must confirm it: with what you have moved in the last 24 hours it is more than one moves
              alone.
            </p>
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}
