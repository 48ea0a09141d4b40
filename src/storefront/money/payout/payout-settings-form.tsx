import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countries } from '#contract/countries.ts';
import { isRoutingNumber } from '#contract/money/amount/bank.ts';
import type { PayoutSettings, PutPayoutSettings } from '#contract/money/payout.schema.ts';
import {
  lastPayoutDay,
  type PayoutMethod,
  type PayoutSchedule,
  payoutMinimum,
  weekdays,
} from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { confirmAccount, continueAtStripe, saveSettings, usePayoutSettings } from './payouts.ts';

/** Where a shop's money goes to, and when. */
export function PayoutSettingsForm({ seller }: { seller: SellerHere }) {
  const [query] = useSearchParams();
  const settings = usePayoutSettings(seller.sellerId, query.has('stripe'));
  return (
    <ShowLoaded
      from={settings}
      skeleton={<RowSkeleton rows={5} />}
      fault={t('The payout settings could not be loaded.')}
    >
      {(value) => <Form seller={seller} settings={value} onSaved={settings.reload} />}
    </ShowLoaded>
  );
}

type Account = Record<'holder' | 'iban' | 'routing' | 'number' | 'town' | 'country', string> & { kind: 'iban' | 'us' };
const noAccount: Account = { kind: 'iban', holder: '', iban: '', routing: '', number: '', town: '', country: '' };

type FormProps = { seller: SellerHere; settings: PayoutSettings; onSaved: () => Promise<void> };

function Form({ seller, settings, onSaved }: FormProps) {
  const [method, setMethod] = useState<PayoutMethod>(settings.method ?? 'bank');
  const [schedule, setSchedule] = useState<PayoutSchedule>(settings.schedule);
  const [day, setDay] = useState(String(settings.day ?? 1));
  const [minimum, setMinimum] = useState(settings.minimum.toFixed(2));
  const [account, setAccount] = useState<Account | null>(settings.bank_account ? null : noAccount);
  const [judged, setJudged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const minimumFault = minimumFaultOf(minimum);
  const accountFaults = method === 'bank' && account ? faultsOf(account) : {};

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setJudged(true);
    setFault(undefined);
    if (minimumFault || Object.keys(accountFaults).length > 0) return;
    setBusy(true);
    const wanted: PutPayoutSettings = {
      method,
      schedule,
      day: schedule === 'none' ? null : Number(day),
      minimum: Number(minimum.replace('$', '')),
      ...(method === 'bank' && account && { bank_account: asAccount(account) }),
    };
    const found = await saveSettings(seller.sellerId, wanted);
    setBusy(false);
    setFault(found);
    if (found) return;
    if (method === 'bank') setAccount(null);
    await onSaved();
  }

  const days = schedule === 'weekly' ? weekdays : Array.from({ length: lastPayoutDay }, (_, index) => `${index + 1}.`);
  return (
    <form noValidate onSubmit={save}>
      <Section title={t('Where to')} lead={t('Your money goes to a bank account, or to your account at Stripe.')}>
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('Where to')}</legend>
          <Choice name="method" checked={method === 'bank'} onChoose={() => setMethod('bank')}>
            {t('Bank account')}
          </Choice>
          {(settings.connect_offered || settings.method === 'connect') && (
            <Choice name="method" checked={method === 'connect'} onChoose={() => setMethod('connect')}>
              {t('Stripe')}
            </Choice>
          )}
        </fieldset>
        {method === 'connect' ? (
          <Stripe seller={seller} settings={settings} />
        ) : account ? (
          <AccountFields account={account} faults={judged ? accountFaults : {}} onChange={setAccount} />
        ) : (
          <div className="flex flex-wrap items-center gap-4">
            <p>
              {rich('The account ending in {last4}', { last4: <b className="num">{settings.bank_account?.last4}</b> })}
            </p>
            <button type="button" className="btn btn-line btn-sm" onClick={() => setAccount(noAccount)}>
              {t('Use another account')}
            </button>
          </div>
        )}
      </Section>
      {settings.waits_until && (
        <Section
          title={t('Account to confirm')}
          lead={
            settings.may_confirm
              ? t('Another owner changed the account. Check that it is right.')
              : t('The account was changed. Another owner, or we, can confirm it.')
          }
        >
          <p>
            {settings.method === 'connect'
              ? t('Payouts go to your account at Stripe. They')
              : rich('Payouts go to the account ending in {last4}. They', {
                  last4: <b className="num">{settings.bank_account?.last4}</b>,
                })}{' '}
            {t('wait until')} <LocalTime instant={settings.waits_until} />
            {settings.may_confirm ? t(', or until you confirm it.') : '.'}
          </p>
          {settings.may_confirm ? (
            <ActionButton
              action={async () => {
                const found = await confirmAccount(seller.sellerId, settings.changed_at ?? '');
                // Also where it was refused: another account may stand there now.
                await onSaved();
                return found;
              }}
            >
              {t('Confirm the account')}
            </ActionButton>
          ) : (
            <p>
              {rich('If it cannot wait, <a>write to us</a>.', {
                a: (words) => (
                  <a className="text-link" href="/contact">
                    {words}
                  </a>
                ),
              })}
            </p>
          )}
        </Section>
      )}
      <Section title={t('When')} lead={t('By a schedule, or only when you ask for it. Times are 06:00 UTC.')}>
        <SelectField
          label={t('Schedule')}
          name="schedule"
          value={schedule}
          onChange={(value) => {
            setSchedule((value || 'none') as PayoutSchedule);
            setDay('1');
          }}
          placeholder={t('Choose')}
          options={[
            { value: 'none', label: t('Only when I ask for it') },
            { value: 'weekly', label: t('Every week') },
            { value: 'monthly', label: t('Every month') },
          ]}
        />
        {schedule !== 'none' && (
          <SelectField
            label={t('Day')}
            name="day"
            value={day}
            onChange={setDay}
            placeholder={t('Choose')}
            options={days.map((label, index) => ({ value: String(index + 1), label }))}
          />
        )}
        <Field
          label={t('Least amount, in dollars')}
          name="minimum"
          value={minimum}
          onChange={setMinimum}
          error={judged ? minimumFault : undefined}
          hint={t('What is less stays in your balance until there is more.')}
        />
      </Section>
      <div className="grid justify-items-start gap-2 border-t pt-6">
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <SubmitButton busy={busy} className="btn btn-primary">
          {t('Save payout settings')}
        </SubmitButton>
      </div>
    </form>
  );
}

type ChoiceProps = { name: string; checked: boolean; onChoose: () => void; children: string };

function Choice({ name, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}

function Stripe({ seller, settings }: { seller: SellerHere; settings: PayoutSettings }) {
  const { connect } = settings;
  return (
    <div className="grid justify-items-start gap-3">
      {connect?.ready ? (
        <p>{t('Stripe has everything it needs. Payouts go to the account that you gave it.')}</p>
      ) : (
        <>
          <p className="text-ink-2">
            {connect
              ? t('Stripe still needs something from you:')
              : t('Stripe asks who you are and where the money goes to.')}
          </p>
          {connect && connect.missing.length > 0 && (
            <ul className="list-disc pl-5">
              {connect.missing.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </>
      )}
      <ActionButton action={() => continueAtStripe(seller.sellerId)}>
        {connect?.ready ? t('Change it at Stripe') : t('Continue with Stripe')}
      </ActionButton>
    </div>
  );
}

type AccountProps = {
  account: Account;
  faults: Partial<Record<keyof Account, string>>;
  onChange: (account: Account) => void;
};

function AccountFields({ account, faults, onChange }: AccountProps) {
  const field = (name: keyof Account) => ({
    name,
    value: account[name],
    error: faults[name],
    onChange: (value: string) => onChange({ ...account, [name]: value }),
  });
  return (
    <div className="grid gap-4">
      <fieldset className="flex flex-wrap gap-4">
        <legend className="sr-only">{t('Kind of account')}</legend>
        <Choice name="kind" checked={account.kind === 'iban'} onChoose={() => onChange({ ...account, kind: 'iban' })}>
          {t('With an IBAN')}
        </Choice>
        <Choice name="kind" checked={account.kind === 'us'} onChoose={() => onChange({ ...account, kind: 'us' })}>
          {t('In the United States')}
        </Choice>
      </fieldset>
      <Field label={t('Account holder')} hint={t('As the bank knows them.')} {...field('holder')} />
      {account.kind === 'iban' ? (
        <Field label={t('IBAN')} {...field('iban')} autoComplete="off" />
      ) : (
        <>
          <Field label={t('Routing number')} {...field('routing')} autoComplete="off" />
          <Field label={t('Account number')} {...field('number')} autoComplete="off" />
        </>
      )}
      <Field label={t('Town')} hint={t('Of the account holder. Banks ask for it in transfers.')} {...field('town')} />
      <SelectField
        label={t('Country')}
        {...field('country')}
        placeholder={t('Choose')}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  );
}

/** Faults that the form finds by itself. */
function faultsOf({ kind, holder, iban, routing, number, town, country }: Account): AccountProps['faults'] {
  const digits = (text: string) => text.replace(/[\s-]/g, '');
  return {
    ...(holder.trim().length < 2 && { holder: t('Say whose account it is') }),
    ...(kind === 'iban' &&
      !isValidIBAN(electronicFormatIBAN(iban) ?? '') && {
        iban: digits(iban).length < 15 ? t('Enter the whole IBAN') : t('This is no IBAN. Check it digit by digit.'),
      }),
    ...(kind === 'us' && !/^\d{9}$/.test(digits(routing)) && { routing: t('Enter the nine digits') }),
    ...(kind === 'us' &&
      /^\d{9}$/.test(digits(routing)) &&
      !isRoutingNumber(digits(routing)) && { routing: t('This is no routing number. Check it digit by digit.') }),
    ...(kind === 'us' && !/^\d{4,17}$/.test(digits(number)) && { number: t('Enter the account number') }),
    ...(town.trim() === '' && { town: t('Enter a town') }),
    ...(country === '' && { country: t('Choose a country') }),
  };
}

function asAccount({ kind, iban, routing, number, ...rest }: Account): NonNullable<PutPayoutSettings['bank_account']> {
  if (kind === 'iban') return { kind, ...rest, iban };
  return { kind, ...rest, routing_number: routing, account_number: number };
}

function minimumFaultOf(text: string): string | undefined {
  const dollars = Number(text.replace('$', ''));
  if (text.trim() === '' || !/^\$?\d+(\.\d{1,2})?$/.test(text.trim())) return t('Enter an amount, such as 25.00');
  if (dollars < payoutMinimum.least) return t('Enter at least {least}', { least: `$${payoutMinimum.least}` });
  if (dollars > payoutMinimum.most) return t('Enter at most {most}', { most: `$${payoutMinimum.most}` });
  return undefined;
}
