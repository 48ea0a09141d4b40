import { Copy, Download, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { orderPath } from '../../ordering/order/order-path.ts';
import { entryName } from './library-labels.ts';
import { MachineButton } from './section/machine-button.tsx';
import type { GoodsState } from './section/use-goods-state.ts';

type RowActionProps = { entry: LibraryEntry; state: GoodsState; isOpen: boolean; onOpen: () => void };

/** The one thing that is done first; nothing where all of it stands under the row. */
export function RowAction({ entry, state, isOpen, onOpen }: RowActionProps) {
  const { next, order_id: orderId, seller, files } = entry;
  const name = entryName(entry);
  switch (next) {
    case 'hours': {
      const hours = state.hours.value?.found;
      return hours ? <MachineButton hours={hours} reload={state.hours.reload} /> : null;
    }
    case 'key': {
      const [only, ...others] = state.keys.value?.found?.items ?? [];
      return only && others.length === 0 ? <CopyKey text={only.key} name={name} /> : null;
    }
    case 'update':
    case 'download':
      if (isOpen || !files?.newest) return null;
      return (
        <button type="button" className="btn btn-line btn-sm" onClick={onOpen}>
          {next === 'download' && <Download size={14} strokeWidth={1.8} aria-hidden />}
          {next === 'update' ? t('Get {version}', { version: files.newest.version }) : t('Download')}
          <span className="sr-only"> {next === 'update' ? t('of {name}', { name }) : name}</span>
        </button>
      );
    case 'hand':
      if (!orderId || !seller) return orderId ? <OrderLink orderId={orderId} name={name} /> : null;
      return (
        <a className="btn btn-ghost btn-sm" href={newThreadPath({ order: orderId, seller: seller.address })}>
          <MessageSquare size={14} strokeWidth={1.8} aria-hidden />
          {rich('Write{span}', { span: <span className="sr-only"> {t('to {name}', { name: seller.name })}</span> })}
        </a>
      );
    case 'none':
      return orderId ? <OrderLink orderId={orderId} name={name} /> : null;
    default:
      return null;
  }
}

function OrderLink({ orderId, name }: { orderId: string; name: string }) {
  return (
    <a className="btn btn-ghost btn-sm" href={orderPath(orderId)}>
      {rich('Order{span}', { span: <span className="sr-only"> {t('of {name}', { name })}</span> })}
    </a>
  );
}

/** Without a clipboard, such as without TLS, the key is shown in the row that is opened. */
function CopyKey({ text, name }: { text: string; name: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  if (!navigator.clipboard) return null;

  async function copy() {
    setOutcome(null);
    const next = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'refused' as const,
    );
    setOutcome(next);
  }

  return (
    <>
      <button type="button" className="btn btn-line btn-sm" onClick={copy}>
        <Copy size={14} strokeWidth={1.8} aria-hidden />
        {outcome === 'copied' ? t('Copied') : t('Copy key')}
        <span className="sr-only"> {t('of {name}', { name })}</span>
      </button>
      <span role="status" className="sr-only">
        {outcome && (outcome === 'copied' ? t('Copied') : t('Not allowed here'))}
      </span>
    </>
  );
}
