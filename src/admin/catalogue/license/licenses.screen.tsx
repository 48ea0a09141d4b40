import { Plus, ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import type { NamedLicenseRow } from '#contract/catalogue/named-license.schema.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { useLicenses } from './license.ts';

/** Every named license, with how many products have it. */
export function Component() {
  const licenses = useLicenses();
  const may = useMay();
  return (
    <Screen
      title="Licenses"
      lead="Licenses of your own, beside those of SPDX, which the shop knows by itself. Products name them by their id."
      actions={
        may('manageProducts') && (
          <Link to="/licenses/new" className="btn btn-primary btn-sm !min-h-10 md:!min-h-9">
            <Plus size={16} strokeWidth={1.8} aria-hidden />
            New license
          </Link>
        )
      }
    >
      <ShowLoaded from={licenses} skeleton={<RowSkeleton rows={5} />} fault="The licenses could not be loaded.">
        {({ items }) => (items.length === 0 ? <Empty mayMake={may('manageProducts')} /> : <Table items={items} />)}
      </ShowLoaded>
    </Screen>
  );
}

function Empty({ mayMake }: { mayMake: boolean }) {
  return (
    <EmptyState icon={ScrollText} title="There is no license of your own yet">
      {mayMake
        ? 'Make one with “New license” where your products come under terms that SPDX does not list. Then name it as the license of a product.'
        : 'Those who keep products make one where products come under terms that SPDX does not list.'}
    </EmptyState>
  );
}

function Table({ items }: { items: NamedLicenseRow[] }) {
  return (
    <table className="table border-t">
      <caption className="sr-only">Licenses</caption>
      <thead>
        <tr>
          <th>License</th>
          <th className="!text-right">Products</th>
          <th className="max-md:hidden">Hash of the text</th>
          <th className="max-md:hidden">Changed</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ license_id: id, name, products, sha256, updated_at: changed }) => (
          <tr key={id}>
            <td className="[overflow-wrap:anywhere]">
              <Link to={`/licenses/${encodeURIComponent(id)}`} className="text-link font-[560]">
                <bdi>{name}</bdi>
              </Link>
              <span className="block text-xs text-ink-3">{id}</span>
            </td>
            <td className="num !text-right">{products.toLocaleString('en-US')}</td>
            <td className="num text-xs text-ink-3 max-md:hidden" title={sha256}>
              {sha256.slice(0, 12)}
            </td>
            <td className="max-md:hidden">
              <LocalTime instant={changed} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
