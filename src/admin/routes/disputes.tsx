import { Link, useSearchParams } from 'react-router';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { listAllDisputes } from '#client/api-client/dispute.ts';
import { type DisputeListItem, reasonWords } from '#contract/dispute.ts';
import { standingOf } from '#contract/dispute-words.ts';
import { formatAmount } from '#contract/money.ts';
import { Lamp } from '#ui/lamp.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { usePages } from '../back-office/use-pages.ts';
import { ListEnd } from '../components/list-end.tsx';
import { Screen } from '../components/screen.tsx';

const PAGE = 100;

/** Disputes of lines and of card payments, by what is due; which of them stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const open = params.get('state') !== 'all';
  const disputes = usePages(async (next) => {
    const from = Number(next ?? 0);
    const items = await listAllDisputes(createBrowserApi(), { open, from });
    return { items, next: items.length < PAGE ? null : String(from + PAGE) };
  }, String(open));
  return (
    <Screen
      title="Disputes"
      lead="What buyers dispute, by what is due: first those that shops have to answer, then those that we decide."
    >
      <label className="mb-4 grid w-fit gap-1 text-xs text-ink-3">
        State
        <select
          className="field !min-h-10 !w-auto py-1 text-sm"
          value={open ? 'open' : 'all'}
          onChange={(event) => setParams(event.target.value === 'all' ? { state: 'all' } : {})}
        >
          <option value="open">Open</option>
          <option value="all">All</option>
        </select>
      </label>
      {disputes.items && disputes.items.length > 0 && (
        <ul aria-label="Disputes" className="border-t">
          {disputes.items.map((dispute) => (
            <Row key={dispute.dispute_id} dispute={dispute} />
          ))}
        </ul>
      )}
      <ListEnd of={disputes} empty={open ? 'No dispute is open.' : 'Nothing was disputed yet.'} />
    </Screen>
  );
}

/** The link is what it is about; the whole row answers a click. */
function Row({ dispute }: { dispute: DisputeListItem }) {
  const { lamp, words } = standingOf(dispute, 'staff');
  const until = dispute.answer_until ?? dispute.evidence_until;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-b py-3 text-sm hover:bg-sunken has-focus-visible:bg-sunken">
      <div className="min-w-0">
        <Link
          to={`/disputes/${encodeURIComponent(dispute.dispute_id)}`}
          className="font-[560] after:absolute after:inset-0 after:content-['']"
        >
          <bdi>{dispute.product?.product_name ?? 'The whole payment'}</bdi>
        </Link>
        <p className="text-xs text-ink-3">
          Order {dispute.order_id} · <bdi>{dispute.seller?.name ?? 'Own products, or several shops'}</bdi> ·{' '}
          {reasonWords(dispute.reason)}
        </p>
      </div>
      <div className="grid content-start justify-items-end gap-1 text-xs text-ink-3">
        <Lamp state={lamp}>{words}</Lamp>
        <span className="num text-sm text-ink">{dispute.amount !== null && formatAmount(dispute.amount)}</span>
        {until && !dispute.waits_for_bank ? (
          <span>
            until <LocalTime instant={until} />
          </span>
        ) : (
          <LocalTime instant={dispute.ended_at ?? dispute.answered_at ?? dispute.opened_at} />
        )}
      </div>
    </li>
  );
}
