// Transfers for a bank to carry out: ISO 20022 pain.001.001.09, and the same as a table.
import { cutText } from '#contract/cut-text.ts';
import type { PayoutBankAccount } from '#contract/payout.schema.ts';
import { payoutReference } from '#contract/payout.ts';
import type { BankAccount } from '#contract/store.ts';
import { guardCell } from '../catalogue/csv-cell.rules.ts';
import { type Element, xmlDocument } from './xml.rules.ts';

export type BankTransfer = { payout_id: string; amount_cents: number; to: PayoutBankAccount };
export type BankBatch = { batch_id: string; made_at: Date; debtor: BankAccount; shopName: string };

const CURRENCY = 'USD';
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** As long as the format allows. */
const LONGEST_NAME = 70;

/** The file that a bank's software reads: the same whenever it is made of the same. */
export function painFile(batch: BankBatch, transfers: readonly BankTransfer[]): string {
  const { batch_id: id, made_at: at, debtor } = batch;
  const totals: Element[] = [
    ['NbOfTxs', String(transfers.length)],
    ['CtrlSum', decimal(transfers.reduce((sum, { amount_cents: cents }) => sum + cents, 0))],
  ];
  const holder = cutText(debtor.holder, LONGEST_NAME);
  const header: Element = [
    'GrpHdr',
    [['MsgId', id], ['CreDtTm', at.toISOString()], ...totals, ['InitgPty', [['Nm', holder]]]],
  ];
  const payment: Element = [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      ...totals,
      ['ReqdExctnDt', [['Dt', at.toISOString().slice(0, 10)]]],
      ['Dbtr', [['Nm', holder]]],
      [
        'DbtrAcct',
        [
          ['Id', accountId(debtor)],
          ['Ccy', CURRENCY],
        ],
      ],
      ['DbtrAgt', agent({ bic: debtor.bic, member: debtor.bank_code })],
      ['ChrgBr', 'SHAR'],
      ...transfers.map((transfer) => credit(batch, transfer)),
    ],
  ];
  return xmlDocument(['Document', [['CstmrCdtTrfInitn', [header, payment]]], { xmlns: NAMESPACE }]);
}

function credit({ shopName }: BankBatch, { payout_id: id, amount_cents: cents, to }: BankTransfer): Element {
  const bankOf = to.kind === 'iban' ? { bic: to.bic } : { member: to.routing_number, system: 'USABA' };
  return [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', id],
          ['EndToEndId', id],
        ],
      ],
      ['Amt', [['InstdAmt', decimal(cents), { Ccy: CURRENCY }]]],
      ['CdtrAgt', agent(bankOf)],
      ['Cdtr', [['Nm', cutText(to.holder, LONGEST_NAME)]]],
      ['CdtrAcct', [['Id', accountId(to.kind === 'iban' ? { iban: to.iban } : to)]]],
      ['RmtInf', [['Ustrd', payoutReference(shopName, id)]]],
    ],
  ];
}

function accountId({ iban, account_number: number }: { iban?: string; account_number?: string }): Element[] {
  if (iban) return [['IBAN', iban.replaceAll(' ', '')]];
  return [['Othr', [['Id', number ?? '']]]];
}

function agent({ bic, member, system }: { bic?: string | undefined; member?: string | undefined; system?: string }) {
  const institution: Element[] = bic
    ? [['BICFI', bic]]
    : member
      ? [['ClrSysMmbId', [...(system ? [['ClrSysId', [['Cd', system]]] satisfies Element] : []), ['MmbId', member]]]]
      : [['Othr', [['Id', 'NOTPROVIDED']]]];
  return [['FinInstnId', institution]] satisfies Element[];
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
