import type { MachineSession } from '#contract/goods/access/hours.schema.ts';
import { OutageDialog as Dialog, type OutageGiven } from '#ui/dialog/outage-dialog.tsx';
import { recordOutage, seeOutage } from './sold-hours.ts';

type OutageDialogProps = {
  sellerId: string;
  /** `recorded`: something may have gone back. */
  onClose: (recorded: boolean) => void;
} & (
  | { products: ReadonlyArray<{ value: string; label: string }>; session?: undefined; about?: undefined }
  /** Outage of one machine. `about`: its product. */
  | { session: MachineSession; about: string; products?: undefined }
);

/** Machines were not there: the minutes that were counted then go back to the buyers, who read why. */
export function OutageDialog({ sellerId, products, session, about, onClose }: OutageDialogProps) {
  const of = ({ product }: OutageGiven) => (session ? { session_id: session.session_id } : { product_id: product });
  return (
    <Dialog
      {...(products ? { products } : { about })}
      preview={(given) => seeOutage(sellerId, { ...of(given), from: given.from, to: given.to })}
      record={({ from, to, reason, ...given }) =>
        recordOutage(sellerId, { ...of({ ...given, from, to }), from, to, reason })
      }
      onClose={onClose}
    />
  );
}
