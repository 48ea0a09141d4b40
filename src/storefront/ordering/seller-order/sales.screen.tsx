import { useSearchParams } from 'react-router';
import type { SellerRole } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { InvoiceList, thisMonth } from '../../money/invoice/invoice-list.tsx';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { SaleDetail } from './sale-detail.tsx';
import { invoicesPath } from './sales.ts';
import { readSalesQuery, SalesList } from './sales-list.tsx';

/** Roles that see invoices. */
const bookkeepers: readonly SellerRole[] = ['owner', 'finance'];

export const handle = { wide: true };

/** Sales of a shop; `?id=` shows one order, `?view=invoices` what it has invoiced in a month. */
export function Component() {
  const [query] = useSearchParams();
  const orderId = query.get('id');
  const asked = readSalesQuery(query);
  const month = query.get('month') ?? '';
  if (query.get('view') === 'invoices')
    return (
      <SellerScreen title={t('Sales')} description={t('What your shop has invoiced.')} roles={bookkeepers}>
        {(seller) => {
          const shown = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : thisMonth();
          return <InvoiceList key={shown} seller={seller} month={shown} />;
        }}
      </SellerScreen>
    );
  return (
    <SellerScreen
      title={t('Sales')}
      description={t('What your shop has sold.')}
      aside={(seller) =>
        bookkeepers.includes(seller.role) && (
          <a href={invoicesPath(seller.address)} className="btn btn-line btn-sm">
            {t('Invoices')}
          </a>
        )
      }
    >
      {(seller) =>
        orderId ? (
          <SaleDetail key={orderId} seller={seller} orderId={orderId} />
        ) : (
          <SalesList key={`${asked.state} ${asked.q}`} seller={seller} asked={asked} />
        )
      }
    </SellerScreen>
  );
}
