import { LayoutGrid, Rows3 } from 'lucide-react';
import { listAddress } from '../../catalogue/list-address.ts';
import type { ListParts } from '../../catalogue/list-data.ts';

/** Machines as cards or in a table. The loader keeps what was chosen (load-list.ts). */
export function ViewSwitch(parts: Omit<ListParts, 'list'>) {
  const cards = listAddress(parts, { view: 'cards' });
  const views = [
    // Said in the address, as it is a choice like the other one.
    { view: 'cards', label: 'Cards', Icon: LayoutGrid, href: `${cards}${cards.includes('?') ? '&' : '?'}view=cards` },
    { view: 'table', label: 'Table', Icon: Rows3, href: listAddress(parts, { view: 'table' }) },
  ];
  return (
    <nav aria-label="View" className="view-switch">
      {views.map(({ view, label, Icon, href }) => (
        <a key={view} href={href} aria-current={parts.query.view === view ? 'true' : undefined} data-keep-scroll="">
          <Icon size={16} aria-hidden />
          {label}
        </a>
      ))}
    </nav>
  );
}
