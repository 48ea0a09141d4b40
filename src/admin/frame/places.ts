import {
  Activity,
  Banknote,
  ClipboardCheck,
  Clock,
  FileUp,
  Flag,
  GitCompareArrows,
  History,
  House,
  Landmark,
  Layers,
  ListChecks,
  type LucideIcon,
  Package,
  Percent,
  Plug,
  Scale,
  ScrollText,
  Search,
  Star,
  Store,
  TicketPercent,
  UserCog,
  Users,
} from 'lucide-react';
import type { StaffAction } from '#contract/people/staff.ts';

export type Place = {
  path: string;
  label: string;
  icon: LucideIcon;
  needs: StaffAction;
  end?: true;
  /** A screen of the shop's: a page load away. */
  isOfShop?: true;
};

/** Where one can go, group by group; without a title what is looked at first. */
export const places: ReadonlyArray<{ title: string | null; places: Place[] }> = [
  { title: null, places: [{ path: '/', label: 'Overview', icon: House, needs: 'readOverview', end: true }] },
  {
    title: 'Selling',
    places: [
      { path: '/orders', label: 'Orders', icon: Package, needs: 'readSales' },
      { path: '/products', label: 'Products', icon: Layers, needs: 'readProducts' },
      { path: '/licenses', label: 'Licenses', icon: ScrollText, needs: 'readProducts' },
      { path: '/search', label: 'Search', icon: Search, needs: 'readProducts' },
      { path: '/import', label: 'Import', icon: FileUp, needs: 'manageProducts' },
      { path: '/customers', label: 'Customers', icon: Users, needs: 'readCustomers' },
      { path: '/sellers', label: 'Sellers', icon: Store, needs: 'readSellers' },
      { path: '/reviews', label: 'Reviews', icon: Star, needs: 'readReviews' },
      { path: '/coupons', label: 'Coupons', icon: TicketPercent, needs: 'readCoupons' },
      { path: '/hours', label: 'Machine hours', icon: Clock, needs: 'readSales' },
      { path: '/reports', label: 'Reports', icon: Flag, needs: 'readReports' },
      {
        path: '/profile/pending-approvals',
        label: 'Pending Approvals',
        icon: ClipboardCheck,
        needs: 'decideApprovals',
        isOfShop: true,
      },
    ],
  },
  {
    title: 'Money',
    places: [
      { path: '/payouts', label: 'Payouts', icon: Banknote, needs: 'readPayouts' },
      { path: '/disputes', label: 'Disputes', icon: Scale, needs: 'readDisputes' },
      { path: '/ledger', label: 'Ledger', icon: Landmark, needs: 'readFinance' },
      { path: '/reconciliation', label: 'Reconciliation', icon: GitCompareArrows, needs: 'readFinance' },
      { path: '/fees', label: 'Fees', icon: Percent, needs: 'readFinance' },
    ],
  },
  {
    title: 'Shop',
    places: [
      { path: '/staff', label: 'Staff', icon: UserCog, needs: 'manageStaff' },
      { path: '/jobs', label: 'Jobs', icon: ListChecks, needs: 'readOverview' },
      { path: '/endpoint', label: 'Endpoint', icon: Plug, needs: 'readState' },
      { path: '/state', label: 'State', icon: Activity, needs: 'readState' },
      { path: '/audit', label: 'Audit log', icon: History, needs: 'readAudit' },
    ],
  },
];

/** Forms for new items: listed in the palette alone. */
export const beginnings: readonly Place[] = [
  { path: '/products/new', label: 'New product', icon: Layers, needs: 'manageProducts' },
  { path: '/coupons/new', label: 'New coupon', icon: TicketPercent, needs: 'manageCoupons' },
  { path: '/licenses/new', label: 'New license', icon: ScrollText, needs: 'manageProducts' },
  { path: '/sellers/new', label: 'New shop', icon: Store, needs: 'manageSellers' },
];
