// Transfers for a bank to carry out: ISO 20022 pain.001.001.09, and the same as a table.
import XMLBuilder from 'fast-xml-builder';
import type { PayoutBankAccount } from '#contract/money/payout.schema.ts';
import { payoutReference } from '#contract/money/payout.ts';
import type { BankAccount } from '#contract/store.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { guardCell } from '../../../text/csv-cell.rules.ts';
import { bankReference, bankText } from './bank-text.rules.ts';

export type BankTransfer = { payout_id: string; amount_cents: number; to: PayoutBankAccount };
/** `charset`: `utf8` of files of before, which stay as they are; `basic` what every bank takes. */
type BankBatch = {
  batch_id: string;
  made_at: Date;
  charset: 'utf8' | 'basic';
  debtor: BankAccount;
  shopName: string;
};

const CURRENCY = 'USD';
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** As long as the format allows. */
const LONGEST_NAME = 70;
const LONGEST_TOWN = 35;

/** How the texts of a file are written. */
function writer({ charset }: BankBatch) {
  return (text: string, longest: number, country?: string) =>
    charset === 'basic' ? bankText(text, { country, longest }) : cutText(text, longest);
}

/** Its texts are escaped, elements stand in the order in which they are given, and lists are repeated. */
const builder = new XMLBuilder({ format: true, ignoreAttributes: false, suppressEmptyNode: false });

/** The file that a bank's software reads: the same whenever it is made of the same. */
export function painFile(batch: BankBatch, transfers: readonly BankTransfer[]): string {
  const { batch_id: id, made_at: at, debtor } = batch;
  const totals = {
    NbOfTxs: String(transfers.length),
    CtrlSum: decimal(transfers.reduce((sum, { amount_cents: cents }) => sum + cents, 0)),
  };
  const holder = writer(batch)(debtor.holder, LONGEST_NAME, debtor.iban?.slice(0, 2));
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    Document: {
      '@_xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: { MsgId: id, CreDtTm: at.toISOString(), ...totals, InitgPty: { Nm: holder } },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          ...totals,
          ReqdExctnDt: { Dt: at.toISOString().slice(0, 10) },
          Dbtr: { Nm: holder },
          DbtrAcct: { Id: accountId(debtor), Ccy: CURRENCY },
          DbtrAgt: agent({ bic: debtor.bic, member: debtor.bank_code }),
          ChrgBr: 'SHAR',
          CdtTrfTxInf: transfers.map((transfer) => credit(batch, transfer)),
        },
      },
    },
  });
}

function credit(batch: BankBatch, { payout_id: id, amount_cents: cents, to }: BankTransfer) {
  const text = writer(batch);
  const country = countryOf(to);
  const bankOf = to.kind === 'iban' ? { bic: to.bic } : { member: to.routing_number, system: 'USABA' };
  return {
    PmtId: { InstrId: id, EndToEndId: id },
    Amt: { InstdAmt: { '@_Ccy': CURRENCY, '#text': decimal(cents) } },
    CdtrAgt: agent(bankOf),
    Cdtr: {
      Nm: text(to.holder, LONGEST_NAME, country),
      // Structured, as banks ask for it since November 2026: a town and a country, or no address at all.
      ...(to.town && to.country && { PstlAdr: { TwnNm: text(to.town, LONGEST_TOWN, country), Ctry: to.country } }),
    },
    CdtrAcct: { Id: accountId(to.kind === 'iban' ? { iban: to.iban } : to) },
    RmtInf: { Ustrd: referenceOf(batch, id) },
  };
}

function referenceOf({ charset, shopName }: BankBatch, payoutId: string): string {
  return charset === 'basic' ? bankReference(shopName, payoutId) : payoutReference(shopName, payoutId);
}

/** Country of the account: how its bank spells names. */
function countryOf(to: PayoutBankAccount): string {
  return to.kind === 'iban' ? to.iban.slice(0, 2) : 'US';
}

function accountId({ iban, account_number: number }: { iban?: string; account_number?: string }) {
  return iban ? { IBAN: iban.replaceAll(' ', '') } : { Othr: { Id: number ?? '' } };
}

function agent({ bic, member, system }: { bic?: string | undefined; member?: string | undefined; system?: string }) {
  if (bic) return { FinInstnId: { BICFI: bic } };
  if (member) return { FinInstnId: { ClrSysMmbId: { ...(system && { ClrSysId: { Cd: system } }), MmbId: member } } };
  return { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } };
}

const tableHead = [
  'payout',
  'holder',
  'iban',
  'bic',
  'routing_number',
  'account_number',
  'amount',
  'currency',
  'reference',
];

export function bankTableHead({ charset }: Pick<BankBatch, 'charset'>): string[] {
  return charset === 'basic' ? [...tableHead, 'town', 'country'] : tableHead;
}

/** Names come from sellers: none of them is a formula to a spreadsheet. */
export function bankTableRow(batch: BankBatch, { payout_id: id, amount_cents: cents, to }: BankTransfer) {
  const text = writer(batch);
  const country = countryOf(to);
  const account = to.kind === 'iban' ? [to.iban, to.bic ?? '', '', ''] : ['', '', to.routing_number, to.account_number];
  return [
    ...[id, text(to.holder, LONGEST_NAME, country), ...account].map(guardCell),
    decimal(cents),
    CURRENCY,
    guardCell(referenceOf(batch, id)),
    ...(batch.charset === 'basic'
      ? [guardCell(to.town ? text(to.town, LONGEST_TOWN, country) : ''), to.country ?? '']
      : []),
  ];
}

export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
