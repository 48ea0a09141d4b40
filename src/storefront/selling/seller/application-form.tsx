import { ArrowRight, Check, Clock } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { countries, countryName } from '#contract/countries.ts';
import type { OwnSeller } from '#contract/selling/seller.schema.ts';
import type { ApplicationField } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { useShop } from '../../shop/shop-context.ts';
import { SavedField, SaveState } from '../product-editor/saved-field.tsx';
import type { OwnSellerStore } from './use-own-seller.ts';

type FormProps = { store: OwnSellerStore; seller: OwnSeller };

const parts = ['shop', 'responsible', 'sells', 'support', 'terms'] as const;
type Part = (typeof parts)[number];
const partOf: Record<ApplicationField, Part> = {
  name: 'shop',
  address: 'shop',
  about: 'sells',
  responsible: 'responsible',
  country: 'responsible',
  sells: 'sells',
  support_email: 'support',
  terms_accepted: 'terms',
};

/** An application that is being written: parts that are done fold, and what is missing stands beside, as the API says it. */
export function ApplicationForm({ store, seller }: FormProps) {
  const isDone = (part: Part) => !seller.missing.some(({ field }) => partOf[field] === part);
  // Parts done when the screen was opened are folded; those done meanwhile stay open under the hands.
  const [open, setOpen] = useState<readonly Part[]>(() => parts.filter((part) => !isDone(part)));
  const show = (part: Part) => setOpen((known) => (known.includes(part) ? known : [...known, part]));

  function jump(event: MouseEvent, field: ApplicationField) {
    event.preventDefault();
    show(partOf[field]);
    // Once the part is drawn.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus());
  }

  const part = (name: Part) => ({ done: isDone(name), open: open.includes(name), onChange: () => show(name) });
  return (
    <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_288px]">
      <div className="min-w-0">
        <ShopPart {...part('shop')} store={store} seller={seller} />
        <ResponsiblePart {...part('responsible')} store={store} seller={seller} />
        <SellsPart {...part('sells')} store={store} seller={seller} />
        <SupportPart {...part('support')} store={store} seller={seller} />
        <TermsPart {...part('terms')} store={store} seller={seller} />
      </div>
      <MissingBox store={store} seller={seller} onJump={jump} />
    </div>
  );
}

type PartProps = FormProps & { done: boolean; open: boolean; onChange: () => void };

function PartFrame({
  title,
  summary,
  children,
  done,
  open,
  onChange,
}: Omit<PartProps, 'store' | 'seller'> & { title: string; summary: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-8 gap-y-4 border-t py-6 last:border-b md:grid-cols-[190px_minmax(0,1fr)]"
    >
      <h2 className="flex items-center gap-2 self-start text-base">
        {done && <Check size={18} aria-hidden className="flex-none text-success" />}
        {title}
        {done && <span className="sr-only">{t(', done')}</span>}
      </h2>
      {open ? (
        <div className="grid min-w-0 gap-5">{children}</div>
      ) : (
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">{summary}</div>
          <button type="button" className="btn btn-ghost btn-sm -my-1.5" onClick={onChange}>
            {rich('Change{span}', { span: <span className="sr-only"> {title}</span> })}
          </button>
        </div>
      )}
    </section>
  );
}

function ShopPart({ store, seller, ...frame }: PartProps) {
  const { origin } = useShop();
  const host = origin.replace(/^https?:\/\//, '');
  return (
    <PartFrame
      {...frame}
      title={t('Your shop')}
      summary={
        <>
          <p className="font-[560]">{seller.name}</p>
          <p className="text-ink-3">{`${host}/sellers/${seller.address}`}</p>
        </>
      }
    >
      <SavedField store={store} name="name" label={t('Name of the shop')} autoComplete="organization" />
      <SavedField
        store={store}
        name="address"
        label={t('Address of its page')}
        hint={t('{host}/sellers/{value} Letters a to z, digits and hyphens. It stays once you are approved.', {
          host,
          value: seller.address || '…',
        })}
        autoComplete="off"
        suggested={addressOf(seller.name)}
      />
    </PartFrame>
  );
}

/** An address that the name suggests; none where it would be too short for one. */
function addressOf(name: string): string {
  const address = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return address.length < 3 ? '' : address;
}

function ResponsiblePart({ store, seller, ...frame }: PartProps) {
  return (
    <PartFrame
      {...frame}
      title={t('Who is responsible')}
      summary={
        <>
          <p className="whitespace-pre-line">{seller.responsible}</p>
          <p className="text-ink-3">{countryName(seller.country)}</p>
        </>
      }
    >
      <SavedField
        store={store}
        name="responsible"
        label={t('Person or company, with a postal address')}
        hint={t('Buyers read this on the page of your shop.')}
        rows={3}
      />
      <CountryField store={store} seller={seller} />
    </PartFrame>
  );
}

/** Choices show at once, and go back to what is saved where that fails. */
function useChosen<T>(saved: T, save: (chosen: T) => Promise<string | undefined>) {
  const [chosen, setChosen] = useState(saved);
  const [error, setError] = useState<string>();

  async function choose(next: T) {
    setChosen(next);
    const fault = await save(next);
    setError(fault);
    if (fault) setChosen(saved);
  }

  return { chosen, error, choose };
}

export function CountryField({ store, seller }: FormProps) {
  const { chosen, error, choose } = useChosen(seller.country, (country) => store.save({ country }));
  return (
    <SelectField
      label={t('Country')}
      name="country"
      placeholder={t('Choose a country')}
      options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      value={chosen}
      error={error}
      required={false}
      onChange={choose}
    />
  );
}

function SellsPart({ store, seller, ...frame }: PartProps) {
  return (
    <PartFrame {...frame} title={t('What you sell')} summary={<p className="whitespace-pre-line">{seller.sells}</p>}>
      <SavedField
        store={store}
        name="sells"
        label={t('What you sell')}
        hint={t('A few sentences: whoever decides reads them, and so do buyers.')}
        rows={3}
      />
      <SavedField
        store={store}
        name="about"
        label={t('About your shop (optional)')}
        hint={t('Markdown: **bold**, lists and links.')}
        rows={4}
      />
    </PartFrame>
  );
}

function SupportPart({ store, seller, ...frame }: PartProps) {
  return (
    <PartFrame {...frame} title={t('Support address')} summary={<p>{seller.support_email}</p>}>
      <SupportField store={store} seller={seller} />
    </PartFrame>
  );
}

/** Where buyers get help. An address that is not one's own is asked by a mail. */
export function SupportField({ store, seller }: FormProps) {
  const { support_email: email, support_confirmed: isConfirmed, support_mail_sent_at: sentAt } = seller;
  const user = useCurrentUser();
  return (
    <div className="grid gap-3">
      <SavedField
        store={store}
        name="support_email"
        label={t('Where buyers reach you')}
        type="email"
        hint={t('The address of your account needs no confirmation. Buyers see it on the page of your shop.')}
        autoComplete="email"
        own={user?.email}
      />
      {email !== '' && !isConfirmed && (
        <div className="grid justify-items-start gap-2">
          <p className="flex items-start gap-2 text-sm text-warning">
            <Clock size={16} aria-hidden className="mt-0.5 flex-none" />
            {sentAt ? (
              <span>
                {t('Not confirmed yet. Open the link in the mail of')} <LocalTime instant={sentAt} />.
              </span>
            ) : (
              <span>{t('Not confirmed yet. We send a mail with a link to {email}.', { email })}</span>
            )}
          </p>
          <ActionButton action={() => store.step('support-mail')}>
            {sentAt ? t('Send the mail again') : t('Send the mail')}
          </ActionButton>
        </div>
      )}
      {email !== '' && isConfirmed && (
        <p className="flex items-center gap-2 text-sm text-success">
          <Check size={16} aria-hidden /> {t('Confirmed')}
        </p>
      )}
    </div>
  );
}

function TermsPart({ store, seller, ...frame }: PartProps) {
  const { store: shop, shopPages } = useShop();
  const accepts = useChosen(seller.terms_accepted, (terms_accepted) => store.save({ terms_accepted }));
  const terms = t('the terms of {name}', { name: shop.name });
  return (
    <PartFrame {...frame} title={t('Terms')} summary={<p>{t('Accepted')}</p>}>
      <div className="grid gap-1.5">
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            name="terms_accepted"
            className="mt-0.5"
            checked={accepts.chosen}
            onChange={(event) => accepts.choose(event.target.checked)}
          />
          <span>
            {t('I accept')}{' '}
            {shopPages.includes('terms') ? (
              <a className="text-link" href="/terms">
                {terms}
              </a>
            ) : (
              terms
            )}
            {t(', and sell only what I may sell.')}
          </span>
        </label>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {accepts.error}
        </p>
      </div>
    </PartFrame>
  );
}

type MissingBoxProps = FormProps & { onJump: (event: MouseEvent, field: ApplicationField) => void };

/** Missing fields, each line leading to its field, and the way on once nothing is missing. */
function MissingBox({ store, seller: { missing }, onJump }: MissingBoxProps) {
  const [first] = missing;
  const [fault, setFault] = useState<string>();

  async function submit(event: MouseEvent) {
    setFault(undefined);
    if (first) return onJump(event, first.field);
    setFault(await store.step('submit'));
  }

  return (
    <aside aria-labelledby="missing" className="card grid gap-4 p-5 xl:sticky xl:top-24">
      <h2 id="missing" className="num text-lg">
        {missing.length === 0
          ? t('Nothing is missing')
          : missing.length === 1
            ? t('1 thing is missing')
            : t('{length} things are missing', { length: missing.length })}
      </h2>
      {missing.length > 0 && (
        <ol className="grid">
          {missing.map(({ field, message }) => (
            <li key={message} className="border-t last:border-b">
              <a
                href={`#${field}`}
                className="flex items-start gap-2.5 py-2.5 font-[540] hover:underline"
                onClick={(event) => onJump(event, field)}
              >
                <ArrowRight size={16} aria-hidden className="mt-1 flex-none text-accent-ink" />
                {message}
              </a>
            </li>
          ))}
        </ol>
      )}
      <button
        type="button"
        className="btn btn-primary w-full aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:bg-sunken aria-disabled:text-ink-3 aria-disabled:shadow-none"
        aria-disabled={missing.length > 0 || undefined}
        aria-describedby="submit-why"
        onClick={submit}
      >
        {t('Submit application')}
      </button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <p id="submit-why" className="text-sm text-ink-3">
        {missing.length > 0
          ? t('You can submit as soon as the list is empty. What you entered is saved.')
          : t('Somebody reads it and decides. You get a mail then.')}
      </p>
      <SaveState saving={store.saving} />
    </aside>
  );
}
