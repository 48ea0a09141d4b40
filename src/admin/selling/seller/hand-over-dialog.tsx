import { useEffect, useRef, useState } from 'react';
import type { SellerDetail } from '#contract/people/staff.schema.ts';
import type { Adoption } from '#contract/selling/staff-seller.schema.ts';
import { adoptMaximum } from '#contract/selling/staff-seller.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { AdoptionList } from './adoption-list.tsx';
import { FindOwnProducts } from './find-own-products.tsx';
import { type Adopting, adopt, preview } from './operated-seller.ts';

type Step = { at: 'choose' } | { at: 'look' | 'done'; adoption: Adoption };
type HandOverProps = { seller: SellerDetail; onDone: () => Promise<void>; onClose: () => void };

/** Products of one's own are chosen, looked at, and handed to a shop: all of them or none. */
export function HandOverDialog({ seller, onDone, onClose }: HandOverProps) {
  const [text, setText] = useState('');
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const shop = seller.name ?? 'the shop';

  // The button that was pressed is gone with its step: the focus goes to what the next one says.
  useEffect(() => {
    if (step.at !== 'choose') heading.current?.focus();
  }, [step.at]);

  async function ask(question: Promise<Adopting>, at: 'look' | 'done') {
    setBusy(true);
    setFault('');
    const answer = await question;
    setBusy(false);
    if ('fault' in answer) return setFault(answer.fault);
    setStep({ at, adoption: answer.adoption });
    if (at === 'done') await onDone();
  }

  function look() {
    if (busy) return;
    if (ids.length === 0) return setFault('Name a product by its id, or find one by name and add it.');
    if (ids.length > adoptMaximum) return setFault(`Hand over at most ${adoptMaximum} products at once.`);
    void ask(preview(seller.seller_id, ids), 'look');
  }

  return (
    <Dialog title="Hand over products" wide busy={busy} onClose={onClose}>
      {step.at === 'choose' ? (
        <form
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          aria-label="Choose products"
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <FindOwnProducts
            chosen={ids}
            onAdd={(id) => setText((before) => `${before.trimEnd()}${before.trim() ? '\n' : ''}${id}`)}
          />
          <Field
            label="Product ids"
            name="ids"
            rows={4}
            value={text}
            error={fault}
            autoComplete="off"
            hint="One in a line, or with commas between"
            onChange={(value) => {
              setText(value);
              setFault('');
            }}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" className="btn btn-line" onClick={onClose}>
              Cancel
            </button>
            <SubmitButton busy={busy} className="btn btn-primary">
              See what would change
            </SubmitButton>
          </div>
        </form>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h3 ref={heading} tabIndex={-1} className="font-[560] outline-none">
            {step.at === 'done' ? doneText(step.adoption, shop) : lookText(step.adoption, shop)}
          </h3>
          {step.at === 'look' && canDo(step.adoption) && (
            <p className="text-sm text-ink-2">
              From then on they belong to the shop, which changes them by itself: your imports leave them alone, and
              what is sold of them is the shop’s. Orders that were placed before stay yours. It cannot be taken back
              here.
            </p>
          )}
          <AdoptionList items={step.adoption.items} isDone={step.at === 'done'} />
          <p role="alert" className="text-sm text-danger empty:hidden">
            {fault}
          </p>
          {step.at === 'done' ? (
            <div className="flex justify-end">
              <button type="button" className="btn btn-primary" onClick={onClose}>
                Done
              </button>
            </div>
          ) : (
            <form
              className="flex flex-wrap justify-end gap-3"
              onSubmit={(event) => {
                event.preventDefault();
                if (!busy) void ask(adopt(seller.seller_id, ids), 'done');
              }}
            >
              <button
                type="button"
                className="btn btn-line"
                onClick={() => {
                  setFault('');
                  setStep({ at: 'choose' });
                }}
              >
                Back
              </button>
              {canDo(step.adoption) && (
                <SubmitButton busy={busy} className="btn btn-primary">
                  Hand over {productsText(count(step.adoption, 'adopted'))}
                </SubmitButton>
              )}
            </form>
          )}
        </div>
      )}
    </Dialog>
  );
}

const count = ({ items }: Adoption, wanted: Adoption['items'][number]['outcome']) =>
  items.filter(({ outcome }) => outcome === wanted).length;
const productsText = (number: number) => (number === 1 ? '1 product' : `${number} products`);
const inTheWay = (adoption: Adoption) => count(adoption, 'unknown') + count(adoption, 'foreign');
const canDo = (adoption: Adoption) => inTheWay(adoption) === 0 && count(adoption, 'adopted') > 0;

function lookText(adoption: Adoption, shop: string): string {
  if (inTheWay(adoption) > 0) return 'Some of them cannot be handed over, so none will be. Go back and take those out.';
  const number = count(adoption, 'adopted');
  return number === 0 ? `${shop} has them already: nothing would change.` : `${productsText(number)} for ${shop}`;
}

function doneText(adoption: Adoption, shop: string): string {
  const number = count(adoption, 'adopted');
  return number === 1 ? `1 product is of ${shop} now.` : `${number} products are of ${shop} now.`;
}
