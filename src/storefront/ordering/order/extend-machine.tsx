import { Plus } from 'lucide-react';
import { useState } from 'react';
import { rich } from '#ui/rich.ts';
import { ExtendDialog } from '../../goods/library/extend/extend-dialog.tsx';
import { useMachine } from './machine-of-line.ts';

/** More time for a machine of an order, as the library has it; nothing where none can be ordered. */
export function ExtendMachine({ entitlementId, name }: { entitlementId: string; name: string }) {
  const { hours, entry } = useMachine(entitlementId);
  const [isOpen, setOpen] = useState(false);
  if (!entry?.product.sold || !hours?.may_extend) return null;
  return (
    <>
      <button type="button" className="btn btn-line btn-sm mt-2" onClick={() => setOpen(true)}>
        <Plus size={14} strokeWidth={1.8} aria-hidden />
        {rich('Extend{span}', { span: <span className="sr-only"> {name}</span> })}
      </button>
      {isOpen && <ExtendDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}
