import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { countryName } from '#contract/countries.ts';
import { sellerList } from '#contract/selling/seller-list.ts';
import { useMay } from '../../frame/who.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';

/** Every shop of the marketplace. */
export function Component() {
  const may = useMay();
  return (
    <ListScreen
      list={sellerList}
      lead="Shops of the marketplace, those that changed last first."
      empty="Nobody has applied to sell here yet."
      to={({ id }) => `/sellers/${encodeURIComponent(id)}`}
      actions={
        may('manageSellers') && (
          <Link to="/sellers/new" className="btn btn-primary btn-sm !min-h-10 md:!min-h-9">
            <Plus size={16} strokeWidth={1.8} aria-hidden />
            New shop…
          </Link>
        )
      }
      cells={{
        country: ({ country }) =>
          country ? countryName(String(country)) : <span className="text-ink-3">not stated</span>,
      }}
    />
  );
}
