import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { readPlainNumber } from '#contract/text/typed-number.ts';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { make } from './product.ts';
import { productTypeOptions } from './product-form.tsx';
import { idOfName } from './product-id.ts';

/** A product of the operator's own begins with what it cannot be without; everything else is written on its screen. */
export function Component() {
  const may = useMay();
  return (
    <Screen
      title="New product"
      lead={
        <Link to="/products" className="text-link">
          All products
        </Link>
      }
    >
      {may('manageProducts') ? <NewProduct /> : <p className="text-ink-2">Your role does not include it.</p>}
    </Screen>
  );
}

function NewProduct() {
  const navigate = useNavigate();
  const [fault, setFault] = useState('');
  /** The id follows the name until somebody writes one. */
  const ownId = useRef(false);
  const form = useForm({
    initial: { product_name: '', product_id: '', product_type: '', price: '' },
    check: ({ product_name: name, product_id: id, product_type: type, price }) => ({
      ...(name.trim() === '' && { product_name: 'Give it a name.' }),
      ...(id.trim() === '' && { product_id: 'Give it a product_id.' }),
      ...(type === '' && { product_type: 'Choose a category.' }),
      ...(readPlainNumber(price) === null && { price: 'Give a price such as 12.50; 0 is free.' }),
    }),
    begin: () => setFault(''),
    async send({ product_name, product_id, product_type, price }) {
      const fields = { product_name: product_name.trim(), product_type, price: readPlainNumber(price) };
      const refused = await make({ product_id: product_id.trim(), fields }, (made) =>
        navigate(`/products/${encodeURIComponent(made.product_id)}`),
      );
      if (refused !== undefined) setFault(refused);
      return refused === undefined ? undefined : {};
    },
  });
  const name = form.field('product_name');
  const id = form.field('product_id');
  return (
    <form {...form.props} aria-label="New product" className="grid max-w-2xl gap-5">
      <p className="text-sm text-ink-2">
        It is paused until you publish it. Description, pictures, variants and what buyers get are written next.
      </p>
      <Field
        label="Name"
        {...name}
        autoComplete="off"
        onChange={(text) => {
          name.onChange(text);
          if (!ownId.current) form.set('product_id', idOfName(text));
        }}
      />
      <Field
        label="product_id"
        {...id}
        autoComplete="off"
        hint="Stands in its address, in orders and in files, and stays."
        onChange={(text) => {
          ownId.current = text !== '';
          id.onChange(text);
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Category"
          {...form.field('product_type')}
          placeholder="Choose a category"
          options={productTypeOptions}
        />
        <Field label="Price in dollars" {...form.field('price')} autoComplete="off" placeholder="0.00" />
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div>
        <SubmitButton busy={form.busy} className="btn btn-primary">
          Make product
        </SubmitButton>
      </div>
    </form>
  );
}
