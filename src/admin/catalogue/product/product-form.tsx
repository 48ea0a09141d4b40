import type { ReactNode } from 'react';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { productList } from '#contract/catalogue/product/product-list.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { AttributeFields, SpecFields } from '#product-form/attribute-fields.tsx';
import { DraftAmount, DraftText } from '#product-form/draft-inputs.tsx';
import { PictureField } from '#product-form/picture-field.tsx';
import { licenses, units } from '#product-form/suggestions.ts';
import { OptionFields, VariantFields } from '#product-form/variant-fields.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { PictureAddress } from './picture-address.tsx';
import { sendPicture } from './product.ts';
import type { ProductFields } from './product-draft.ts';
import { ProductGoods } from './product-goods.tsx';
import type { ProductDraft } from './use-product-draft.ts';

type ProductFormProps = { of: StaffProduct; draft: ProductDraft; mayEdit: boolean };

/** Every field of a product, as sellers have them too. */
export function ProductForm({ of, draft, mayEdit }: ProductFormProps) {
  const { fields, change, faults } = draft;
  return (
    <fieldset
      disabled={!mayEdit}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9 [&_.field]:!min-h-9 [&_.field]:!py-1.5 [&_.field]:!text-sm pointer-coarse:[&_.field]:!min-h-10 [&:disabled_.field]:bg-sunken [&:disabled_.field]:text-ink-2 [&:disabled_button]:hidden [&:disabled_li:has([type=file])]:hidden"
    >
      <legend className="sr-only">Fields of the product</legend>
      <Part id="basics" title="Basics">
        <DraftText
          label="Name"
          field="product_name"
          value={fields.product_name}
          maxLength={1_000}
          error={faults.product_name}
          onChange={(product_name) => change({ product_name })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Marked error={faults.product_type}>
            <SelectField
              label="Category"
              name="product_type"
              value={fields.product_type}
              placeholder="Choose a category"
              options={productTypeOptions}
              onChange={(type) => type !== '' && change({ product_type: type as ProductType })}
            />
          </Marked>
          <DraftText
            label="Provider"
            field="provider"
            value={fields.provider}
            maxLength={200}
            error={faults.provider}
            onChange={(provider) => change({ provider })}
          />
        </div>
        <DraftText
          label="Description"
          field="description"
          value={fields.description}
          rows={10}
          error={faults.description}
          onChange={(description) => change({ description })}
          hint="Markdown: bold, lists, links. Pictures and HTML are left out."
        />
      </Part>
      <Part id="pictures" title="Pictures">
        <Marked error={faults.pictures}>
          <PictureField
            sendPicture={sendPicture}
            pictures={fields.pictures}
            onChange={(update) => change((now) => ({ pictures: update(now.pictures) }))}
          />
        </Marked>
        {mayEdit && (
          <PictureAddress
            pictures={fields.pictures}
            onAdd={(address) => change((now) => ({ pictures: [...now.pictures, address] }))}
          />
        )}
      </Part>
      <Part id="attributes" title="Attributes">
        <Marked error={faults.attributes}>
          <AttributeFields
            key={fields.product_type}
            type={fields.product_type}
            values={fields.attributes as Attributes}
            onChange={(attributes) => change({ attributes })}
          />
        </Marked>
        <Marked error={faults.specs}>
          <SpecFields specs={fields.specs} onChange={(specs) => change({ specs })} />
        </Marked>
      </Part>
      <Part id="prices" title="Variants and prices">
        <Prices of={of} draft={draft} />
      </Part>
      {fields.goods && (
        <Part id="goods" title="What buyers get">
          <Marked error={faults.goods ?? faults.delivery_within_hours}>
            <ProductGoods of={of} fields={fields} onChange={change} />
          </Marked>
        </Part>
      )}
      <Part id="license-part" title="License">
        <DraftText
          label="License"
          field="license"
          value={fields.license}
          list={licenses}
          maxLength={2_000}
          error={faults.license}
          onChange={(license) => change({ license })}
          hint="An SPDX expression such as CC-BY-4.0, or a license of your own as LicenseRef-..."
        />
      </Part>
    </fieldset>
  );
}

type Attributes = Parameters<typeof AttributeFields>[0]['values'];
export const productTypeOptions = Object.entries(productList.filters.type.choices).map(([value, { label }]) => ({
  value,
  label,
}));

function Prices({ of, draft: { fields, change, faults } }: Pick<ProductFormProps, 'of' | 'draft'>) {
  const { options, variants, on_sale: onSale } = fields;
  return (
    <>
      {variants.length === 0 && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Marked error={faults.price}>
            <DraftAmount
              label="Price in dollars"
              field="price"
              value={fields.price}
              placeholder="0.00"
              onChange={(price) => change({ price })}
            />
          </Marked>
          {onSale && (
            <Marked error={faults.sale_price}>
              <DraftAmount
                label="Sale price"
                field="sale_price"
                value={fields.sale_price}
                onChange={(sale_price) => change({ sale_price })}
              />
            </Marked>
          )}
        </div>
      )}
      <Marked error={faults.on_sale}>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={onSale} onChange={(event) => change({ on_sale: event.target.checked })} />
          On sale at a lower price
        </label>
      </Marked>
      <DraftText
        label="What the price is for"
        field="price_unit"
        value={fields.price_unit}
        list={units}
        maxLength={200}
        error={faults.price_unit}
        onChange={(price_unit) => change({ price_unit })}
        hint="Such as hour or license. Empty where the price is for the product as it is."
      />
      <Marked error={faults.options}>
        <OptionFields
          options={options}
          variants={variants}
          onChange={(changed) => change(changed as Partial<ProductFields>)}
        />
      </Marked>
      <Marked error={faults.variants}>
        <VariantFields
          options={options}
          variants={variants}
          counted={of.fields.variants}
          onSale={onSale}
          onChange={(next) => change({ variants: next.map(whole) })}
        />
      </Marked>
    </>
  );
}

type Written = Parameters<Parameters<typeof VariantFields>[0]['onChange']>[0][number];

/** With everything that the API asks for. */
function whole(variant: Written): ProductFields['variants'][number] {
  return { sale_price: null, stock: null, is_default: false, ...variant, price: variant.price ?? null };
}

function Marked({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div>
      {children}
      <p role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] content-start gap-5"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
