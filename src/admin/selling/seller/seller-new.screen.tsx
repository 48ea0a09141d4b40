import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { countries } from '#contract/countries.ts';
import { isEmail } from '#contract/people/email.ts';
import { sellerNameMaximum } from '#contract/selling/seller.ts';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { open } from './operated-seller.ts';

/** A shop that the marketplace opens for somebody. */
export function Component() {
  const may = useMay();
  return (
    <Screen
      title="New shop"
      lead={
        <Link to="/sellers" className="text-link">
          All sellers
        </Link>
      }
    >
      {may('manageSellers') ? <NewShop /> : <p className="text-ink-2">Administrators open shops.</p>}
    </Screen>
  );
}

function NewShop() {
  const navigate = useNavigate();
  const [fault, setFault] = useState('');
  const form = useForm({
    initial: { name: '', address: '', owner: '', country: '', support: '' },
    check: ({ name, address, owner, support }) => ({
      ...(!name.trim() && { name: 'Give the shop a name.' }),
      ...(name.trim().length > sellerNameMaximum && { name: `Write at most ${sellerNameMaximum} characters.` }),
      ...(!address.trim() && { address: 'Give the shop an address.' }),
      ...(!isEmail(owner) && { owner: 'Write the e-mail address of an account.' }),
      ...(support.trim() && !isEmail(support) && { support: 'Write an e-mail address, or nothing.' }),
    }),
    begin: () => setFault(''),
    async send({ name, address, owner, country, support }) {
      const opened = await open({
        name: name.trim(),
        address: address.trim(),
        owner: owner.trim(),
        country,
        support_email: support.trim() || null,
      });
      if ('sellerId' in opened) {
        navigate(`/sellers/${encodeURIComponent(opened.sellerId)}`);
        return undefined;
      }
      if (opened.field) return { errors: { [opened.field]: opened.fault } };
      setFault(opened.fault);
      return {};
    },
  });
  return (
    <form {...form.props} aria-label="New shop" className="grid max-w-2xl gap-5">
      <p className="text-sm text-ink-2">
        It is approved from its beginning: its owner finds it under their profile and can sell at once. No mail is sent.
      </p>
      <Field label="Name" {...form.field('name')} autoComplete="off" hint="As buyers read it" />
      <Field
        label="Address"
        {...form.field('address')}
        autoComplete="off"
        hint={
          form.values.address.trim()
            ? `Its page will be /sellers/${form.values.address.trim()}`
            : 'Of its page: letters a to z, digits and hyphens, such as alder-labs'
        }
      />
      <Field
        label="E-mail address of the owner"
        {...form.field('owner')}
        type="email"
        autoComplete="off"
        hint="Of an account that there is. Who owns a shop changes it and lets others in."
      />
      <SelectField
        label="Country"
        {...form.field('country')}
        required={false}
        placeholder="Not stated"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Field
        label="Support address"
        {...form.field('support')}
        type="email"
        required={false}
        autoComplete="off"
        hint="Where buyers get help. Empty: the address of the owner"
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div>
        <SubmitButton busy={form.busy} className="btn btn-primary">
          Open shop
        </SubmitButton>
      </div>
    </form>
  );
}
