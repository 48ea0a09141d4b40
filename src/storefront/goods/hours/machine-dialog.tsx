import type { SellerHours } from '#contract/goods/access/hours.schema.ts';
import { machineLabels } from '#contract/goods/access/machine-labels.ts';
import { NamedValuesDialog } from '#ui/dialog/named-values-dialog.tsx';
import { startedByHand } from './sold-hours.ts';

type MachineDialogProps = {
  sellerId: string;
  hours: SellerHours;
  onDone: (hours: SellerHours) => void;
  onClose: () => void;
};

/** How the buyer reaches a machine that is on. */
export function MachineDialog({ sellerId, hours, onDone, onClose }: MachineDialogProps) {
  return (
    <NamedValuesDialog
      {...machineLabels(hours.session)}
      onSave={(fields) => startedByHand(sellerId, hours, fields, onDone)}
      onClose={onClose}
    />
  );
}
