import { LayoutGrid, Rows3 } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '#language/message.ts';
import { listAddress } from './list-address.ts';
import type { ListParts } from './list-data.ts';
import { saveView } from './preferred-view.ts';

/** Machines as cards or in a table. The loader keeps what was chosen (load-list.ts). */
export function ViewSwitch(parts: Omit<ListParts, 'list'>) {
  useKeptView(parts);
  const cards = listAddress(parts, { view: 'cards' });
  const views = [
    // Said in the address, as it is a choice like the other one.
    {
      view: 'cards',
      label: t('Cards'),
      Icon: LayoutGrid,
      href: `${cards}${cards.includes('?') ? '&' : '?'}view=cards`,
    },
    { view: 'table', label: t('Table'), Icon: Rows3, href: listAddress(parts, { view: 'table' }) },
  ];
  return (
    <nav aria-label={t('View')} className="view-switch">
      {views.map(({ view, label, Icon, href }) => (
        <a key={view} href={href} aria-current={parts.query.view === view ? 'true' : undefined} data-keep-scroll="">
          <Icon size={16} aria-hidden />
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Where the page came from the server, what the loader does in the browser (load-list.ts) is made up for. */
function useKeptView({ path, mode, query: { view } }: Omit<ListParts, 'list'>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    const preferred = 'category' in mode && saveView(new URLSearchParams(search), view);
    if (preferred) navigate(`${path}?${preferred}`, { replace: true });
  }, [path, mode, search, view, navigate]);
}
