import { Link, useParams } from 'react-router';
import { type CheckName, checkNames } from '#contract/operations/integrity-check.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { CheckActions } from './check-actions.tsx';
import { checkLabels } from './check-labels.ts';
import { CheckResult } from './check-result.tsx';
import { useCheck } from './integrity-check.ts';

/** One check: what it has found, what to do about it, and the way to make it once more. */
export function Component() {
  const { name: given } = useParams();
  const name = checkNames.find((known) => known === given);
  return name ? <Checked key={name} name={name} /> : <Unknown />;
}

function Unknown() {
  return (
    <Screen title="Check" lead={<BackLink />}>
      <p className="text-ink-2">There is no check of this name.</p>
    </Screen>
  );
}

function Checked({ name }: { name: CheckName }) {
  const check = useCheck(name);
  const may = useMay();
  const { title, about } = checkLabels[name];
  return (
    <Screen
      title={`Check: ${title}`}
      lead={
        <>
          {`It compares ${about}. `}
          <BackLink />
        </>
      }
      actions={may('manageState') && check.value && <CheckActions check={check.value} onBegun={check.reload} />}
    >
      <ShowLoaded from={check} skeleton={<RowSkeleton rows={6} />} fault="The check could not be loaded.">
        {(value) => <CheckResult check={value} />}
      </ShowLoaded>
    </Screen>
  );
}

function BackLink() {
  return (
    <Link to="/state#checks" className="text-link">
      All checks
    </Link>
  );
}
