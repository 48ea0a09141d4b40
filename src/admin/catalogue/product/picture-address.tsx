import { useState } from 'react';
import { picturesMaximum } from '#contract/catalogue/product/product-limits.ts';
import { Field } from '#ui/form/field.tsx';

type PictureAddressProps = { pictures: readonly string[]; onAdd: (address: string) => void };

/** A picture that lies elsewhere, as catalogue files name them. */
export function PictureAddress({ pictures, onAdd }: PictureAddressProps) {
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState('');
  if (pictures.length >= picturesMaximum) return null;

  function add() {
    const given = address.trim();
    if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
      return setFault('Give an address such as https://example.com/picture.jpg.');
    if (pictures.includes(given)) return setFault('It is there already.');
    onAdd(given);
    setAddress('');
    setFault('');
  }

  return (
    <Field
      label="Address of a picture that lies elsewhere"
      name="picture_address"
      type="url"
      required={false}
      autoComplete="off"
      value={address}
      error={fault}
      onChange={(text) => {
        setAddress(text);
        setFault('');
      }}
      beside={
        <button type="button" className="btn btn-line btn-sm" onClick={add}>
          Add
        </button>
      }
    />
  );
}
