import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { nothingToSave } from '../../frame/unsaved-guard.tsx';
import { duplicate, move, type ProductStep, remove } from './product.ts';

type ProductActionsProps = {
  of: StaffProduct;
  /** Gets the focus after what was done, where the button has gone. */
  statusRef: RefObject<HTMLElement | null>;
  onChanged: (product: StaffProduct, sentence: string) => void;
};

type Deed = ProductStep | 'duplicate' | 'delete';
const labels: Record<Deed, string> = {
  publish: 'Publish',
  pause: 'Pause',
  archive: 'Archive',
  restore: 'Restore',
  duplicate: 'Duplicate',
  delete: 'Delete',
};
const deedsOf: Record<StaffProduct['state'], Deed[]> = {
  on_sale: ['pause', 'duplicate', 'archive', 'delete'],
  paused: ['publish', 'duplicate', 'archive', 'delete'],
  archived: ['restore', 'duplicate', 'delete'],
  hidden: [],
};
const sold = 'Orders know it, and whoever bought it keeps it: archive it instead.';

/** Actions with one of the operator's own products as it stands. */
export function ProductActions({ of, statusRef, onChanged }: ProductActionsProps) {
  const [open, setOpen] = useState<Deed | null>(null);
  return (
    <>
      {deedsOf[of.state].map((deed) =>
        deed === 'delete' && of.sold > 0 ? (
          <button
            key={deed}
            type="button"
            className="btn btn-line btn-sm"
            aria-disabled="true"
            title={sold}
            aria-description={sold}
          >
            {labels[deed]}
          </button>
        ) : (
          <button
            key={deed}
            type="button"
            className={`btn btn-sm ${deed === 'publish' ? 'btn-primary' : 'btn-line'}`}
            aria-haspopup="dialog"
            onClick={() => setOpen(deed)}
          >
            {labels[deed]}
          </button>
        ),
      )}
      {open === 'duplicate' && <Duplicate of={of} onClose={() => setOpen(null)} />}
      {open === 'delete' && <Delete of={of} onClose={() => setOpen(null)} />}
      {open && open !== 'duplicate' && open !== 'delete' && (
        <Move step={open} of={of} statusRef={statusRef} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

const steps: Record<ProductStep, { title: string; says: string; done: string }> = {
  publish: { title: 'Publish it?', says: 'Visitors see it and can buy it, at once.', done: 'It is in the shop now.' },
  pause: {
    title: 'Pause it?',
    says: 'Visitors see it no more until it is published again. What was bought stays bought.',
    done: 'It is not in the shop now.',
  },
  archive: {
    title: 'Archive it?',
    says: 'Visitors see it no more, and it leaves your lists of what is sold. It can be restored, and what was bought stays bought.',
    done: 'It is in the archive.',
  },
  restore: {
    title: 'Restore it?',
    says: 'It comes back from the archive as it stood before: on sale, or paused.',
    done: 'It is back from the archive.',
  },
};

type MoveProps = ProductActionsProps & { step: ProductStep; onClose: () => void };

function Move({ step, of, statusRef, onChanged, onClose }: MoveProps) {
  const { title, says, done } = steps[step];
  return (
    <ConfirmDialog
      tone={step === 'archive' ? 'harm' : 'main'}
      title={title}
      confirmLabel={labels[step]}
      focusWhenDone={statusRef}
      onClose={onClose}
      onConfirm={() => move(of.product_id, step, (product) => onChanged(product, done))}
    >
      <p>{says}</p>
    </ConfirmDialog>
  );
}

function Duplicate({ of, onClose }: { of: StaffProduct; onClose: () => void }) {
  const navigate = useNavigate();
  const [id, setId] = useState(`${of.product_id}-copy`);
  const [wrong, setWrong] = useState('');
  async function make() {
    if (id.trim() === '') {
      setWrong('Give it a product_id.');
      return '';
    }
    return duplicate(of.product_id, id.trim(), (copy) => navigate(`/products/${encodeURIComponent(copy.product_id)}`));
  }
  return (
    <ConfirmDialog tone="main" title="Duplicate it" confirmLabel="Duplicate" onClose={onClose} onConfirm={make}>
      <p>
        The copy is paused, with the fields of this one; with neither reviews nor sales, and with nothing in stock that
        is counted.
      </p>
      <Field
        label="product_id of the copy"
        name="product_id"
        autoComplete="off"
        value={id}
        error={wrong}
        onChange={(text) => {
          setId(text);
          setWrong('');
        }}
      />
    </ConfirmDialog>
  );
}

function Delete({ of, onClose }: { of: StaffProduct; onClose: () => void }) {
  const navigate = useNavigate();
  async function sure() {
    const refused = await remove(of.product_id);
    if (refused === undefined) navigate('/products', { replace: true, state: nothingToSave });
    return refused;
  }
  return (
    <ConfirmDialog
      tone="harm"
      title={`Delete ${of.fields.product_name}?`}
      confirmLabel="Delete"
      onClose={onClose}
      onConfirm={sure}
    >
      <p>
        {`No order knows it, so nothing of it stays${of.reviews > 0 ? `: its ${of.reviews === 1 ? 'review goes' : `${of.reviews} reviews go`} with it` : ''}. It cannot be undone.`}
      </p>
    </ConfirmDialog>
  );
}
