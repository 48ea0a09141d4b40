// Transfers for a bank to carry out: ISO 20022 pain.001.001.09, and the same as a table.
import XMLBuilder from 'fast-xml-builder';
import { cutText } from '#contract/cut-text.ts';
import type { PayoutBankAccount } from '#contract/payout.schema.ts';
import { payoutReference } from '#contract/payout.ts';
import type { BankAccount } from '#contract/store.ts';
import { guardCell } from '../catalogue/csv-cell.rules.ts';

export type BankTransfer = { payout_id: string; amount_cents: number; to: PayoutBankAccount };
export type BankBatch = { batch_id: string; made_at: Date; debtor: BankAccount; shopName: string };

const CURRENCY = 'USD';
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** As long as the format allows. */
const LONGEST_NAME = 70;

/** Its texts are escaped, elements stand in the order in which they are given, and lists are repeated. */
const builder = new XMLBuilder({ format: true, ignoreAttributes: false, suppressEmptyNode: false });

/** The file that a bank's software reads: the same whenever it is made of the same. */
export function painFile(batch: BankBatch, transfers: readonly BankTransfer[]): string {
  const { batch_id: id, made_at: at, debtor } = batch;
  const totals = {
    NbOfTxs: String(transfers.length),
    CtrlSum: decimal(transfers.reduce((sum, { amount_cents: cents }) => sum + cents, 0)),
  };
  const holder = cutText(debtor.holder, LONGEST_NAME);
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

function credit({ shopName }: BankBatch, { payout_id: id, amount_cents: cents, to }: BankTransfer) {
  const bankOf = to.kind === 'iban' ? { bic: to.bic } : { member: to.routing_number, system: 'USABA' };
  return {
    PmtId: { InstrId: id, EndToEndId: id },
    Amt: { InstdAmt: { '@_Ccy': CURRENCY, '#text': decimal(cents) } },
    CdtrAgt: agent(bankOf),
    Cdtr: { Nm: cutText(to.holder, LONGEST_NAME) },
    CdtrAcct: { Id: accountId(to.kind === 'iban' ? { iban: to.iban } : to) },
    RmtInf: { Ustrd: payoutReference(shopName, id) },
  };
}

function accountId({ iban, account_number: number }: { iban?: string; account_number?: string }) {
  return iban ? { IBAN: iban.replaceAll(' ', '') } : { Othr: { Id: number ?? '' } };
}

function agent({ bic, member, system }: { bic?: string | undefined; member?: string | undefined; system?: string }) {
  if (bic) return { FinInstnId: { BICFI: bic } };
  if (member) return { FinInstnId: { ClrSysMmbId: { ...(system && { ClrSysId: { Cd: system } }), MmbId: member } } };
  return { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } };
}

export const bankTableHead = [
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

/** Names come from sellers: none of them is a formula to a spreadsheet. */
export function bankTableRow({ shopName }: BankBatch, { payout_id: id, amount_cents: cents, to }: BankTransfer) {
  const account = to.kind === 'iban' ? [to.iban, to.bic ?? '', '', ''] : ['', '', to.routing_number, to.account_number];
  return [
    ...[id, to.holder, ...account].map(guardCell),
    decimal(cents),
    CURRENCY,
    guardCell(payoutReference(shopName, id)),
  ];
}

export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
