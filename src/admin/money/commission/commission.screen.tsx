import { type ReactNode, useState } from 'react';
import type { FeeRule, HoldingRule } from '#contract/money/commission.schema.ts';
import { commissionText, holdingText } from '#contract/money/commission.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { FeeRuleForm, HoldingRuleForm } from './commission-rule-forms.tsx';
import { commissionRules, useCommissionRules } from './commission-rules.ts';

/** Commission on sales, and how long their money is on hold. */
export function Component() {
  const rules = useCommissionRules();
  const may = useMay()('manageFinance');
  return (
    <Screen
      title="Fees"
      lead="What the marketplace keeps of sales, and how long their money waits. The more exact rule counts, and of two the later one; what was ordered keeps its terms."
    >
      <ShowLoaded from={rules} skeleton={<RowSkeleton rows={4} />} fault="The rules could not be loaded.">
        {({ fees, holdings }) => (
          <div className="grid gap-12">
            <Part title="Fees" empty="There is no fee: sellers get all of what is paid.">
              {fees.map((rule) => (
                <Row key={rule.rule_id} kind="fee" rule={rule} mayEnd={may} onDone={rules.reload}>
                  <bdi className="font-[560]">{rule.name}</bdi>
                  <span className="block text-xs text-ink-3">
                    {`${commissionText(rule)}, ${rule.returned ? 'goes back with a refund' : 'is kept with a refund'}`}
                  </span>
                </Row>
              ))}
            </Part>
            {may && <FeeRuleForm onDone={rules.reload} />}
            <Part title="Holding times" empty="Money comes to sellers as soon as it is delivered.">
              {holdings.map((rule) => (
                <Row key={rule.rule_id} kind="holding" rule={rule} mayEnd={may} onDone={rules.reload}>
                  <span className="font-[560]">{holdingText(rule.hours)}</span>
                </Row>
              ))}
            </Part>
            {may && <HoldingRuleForm onDone={rules.reload} />}
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children.length === 0 ? (
        <p className="border-y py-8 text-center text-ink-2">{empty}</p>
      ) : (
        <table className="table border-t">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th>Rule</th>
              <th>For</th>
              <th className="max-md:hidden">From</th>
              <th className="max-md:hidden">Until</th>
              <th className="max-md:hidden">Made by</th>
              <th>
                <span className="sr-only">End</span>
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}

type RowProps = {
  kind: 'fee' | 'holding';
  rule: FeeRule | HoldingRule;
  mayEnd: boolean;
  onDone: () => Promise<void>;
  children: ReactNode;
};

function Row({ kind, rule, mayEnd, onDone, children }: RowProps) {
  const [asks, setAsks] = useState(false);
  const { seller, category, from, until, state, made_by } = rule;
  const name = 'name' in rule ? rule.name : holdingText(rule.hours);
  return (
    <tr className={state === 'over' ? 'text-ink-3' : ''}>
      <td>{children}</td>
      <td>
        <bdi>{seller?.name ?? 'All shops'}</bdi>
        <span className="block text-xs text-ink-3">{category ?? 'all categories'}</span>
      </td>
      <td className="max-md:hidden">
        <LocalTime instant={from} />
      </td>
      <td className="max-md:hidden">
        {until ? <LocalTime instant={until} /> : <span className="text-ink-3">open</span>}
      </td>
      <td className="max-md:hidden">
        <bdi>{made_by}</bdi>
      </td>
      <td className="!text-right">
        {state === 'over' || !mayEnd ? (
          <span className="text-xs">{state}</span>
        ) : (
          <button
            type="button"
            className="btn btn-line btn-sm"
            aria-label={`End ${name}`}
            onClick={() => setAsks(true)}
          >
            {state === 'to come' ? 'Take away' : 'End'}
          </button>
        )}
        {asks && (
          <ConfirmDialog
            tone="harm"
            title={state === 'to come' ? 'Take this rule away?' : 'End this rule now?'}
            confirmLabel={state === 'to come' ? 'Take it away' : 'End it'}
            onClose={() => setAsks(false)}
            onConfirm={async () => {
              const fault = await commissionRules.end(kind, rule.rule_id);
              if (!fault) await onDone();
              return fault;
            }}
          >
            <p className="text-left">
              {`${name}: new orders go by the rule that is less exact, or by none. What was ordered keeps its terms.`}
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
