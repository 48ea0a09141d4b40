import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { type BankTransfer, bankTableHead, bankTableRow, decimal, painFile } from './bank-file.rules.ts';

const batch = {
  batch_id: 'PB-23456789AB',
  made_at: new Date('2026-11-23T09:30:00Z'),
  debtor: { holder: 'Hearth & Sons', bank: 'Bank', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' },
  shopName: 'Hearth',
  charset: 'utf8' as const,
};
const transfers: BankTransfer[] = [
  {
    payout_id: 'PO-AAAAAAAAAA',
    amount_cents: 351_320,
    to: { kind: 'iban', holder: 'Zoë <b>&"Söhne"', iban: 'FR1420041010050500013M02606', bic: 'BNPAFRPP' },
  },
  {
    payout_id: 'PO-BBBBBBBBBB',
    amount_cents: 7,
    to: { kind: 'us', holder: '=HYPERLINK("http://x")', routing_number: '021000021', account_number: '000123456789' },
  },
  { payout_id: 'PO-CCCCCCCCCC', amount_cents: 100, to: { kind: 'iban', holder: 'C', iban: 'NL91ABNA0417164300' } },
];
const read = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false }).parse(xml);

describe('[W-07] the bank file', () => {
  const xml = painFile(batch, transfers);
  const initiation = read(xml).Document.CstmrCdtTrfInitn;

  test('is a pain.001.001.09 whose sums and numbers agree with its transfers', () => {
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(read(xml).Document['@_xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
    const { GrpHdr: header, PmtInf: payment } = initiation;
    expect(header).toEqual({
      MsgId: 'PB-23456789AB',
      CreDtTm: '2026-11-23T09:30:00.000Z',
      NbOfTxs: '3',
      CtrlSum: '3514.27',
      InitgPty: { Nm: 'Hearth &amp; Sons'.replace('&amp;', '&') },
    });
    expect(payment).toMatchObject({
      PmtMtd: 'TRF',
      NbOfTxs: '3',
      CtrlSum: '3514.27',
      ReqdExctnDt: { Dt: '2026-11-23' },
      DbtrAcct: { Id: { IBAN: 'DE89370400440532013000' } },
      DbtrAgt: { FinInstnId: { BICFI: 'COBADEFFXXX' } },
    });
    const sum = payment.CdtTrfTxInf.reduce(
      (total: number, one: { Amt: { InstdAmt: { '#text': string } } }) =>
        total + Math.round(Number(one.Amt.InstdAmt['#text']) * 100),
      0,
    );
    expect(sum).toBe(351_427);
  });

  test('has its elements in the order of the format', () => {
    const order = (of: object) => Object.keys(of);
    expect(order(initiation.PmtInf)).toEqual([
      'PmtInfId',
      'PmtMtd',
      'NbOfTxs',
      'CtrlSum',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr',
      'CdtTrfTxInf',
    ]);
    for (const one of initiation.PmtInf.CdtTrfTxInf)
      expect(order(one)).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf']);
  });

  test('names who gets what, in dollars, whatever they are called', () => {
    const [french, american, dutch] = initiation.PmtInf.CdtTrfTxInf;
    expect(french).toEqual({
      PmtId: { InstrId: 'PO-AAAAAAAAAA', EndToEndId: 'PO-AAAAAAAAAA' },
      Amt: { InstdAmt: { '#text': '3513.20', '@_Ccy': 'USD' } },
      CdtrAgt: { FinInstnId: { BICFI: 'BNPAFRPP' } },
      Cdtr: { Nm: 'Zoë <b>&"Söhne"' },
      CdtrAcct: { Id: { IBAN: 'FR1420041010050500013M02606' } },
      RmtInf: { Ustrd: 'Hearth PO-AAAAAAAAAA' },
    });
    expect(american).toMatchObject({
      Amt: { InstdAmt: { '#text': '0.07' } },
      CdtrAgt: { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: '021000021' } } },
      CdtrAcct: { Id: { Othr: { Id: '000123456789' } } },
    });
    expect(dutch.CdtrAgt).toEqual({ FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } });
  });

  test('is the same each time', () => {
    expect(painFile(batch, transfers)).toBe(xml);
  });

  test('is the same in every release: the bank compares what it has with what it gets', () => {
    const names = { holder: `Zoë <b>&"Söhne"'s ]]> <!-- &amp;`, shopName: `Hearth's "best" <shop> &#10;` };
    const [first] = transfers as [BankTransfer];
    const hostile = painFile({ ...batch, shopName: names.shopName }, [
      { ...first, to: { kind: 'iban', holder: names.holder, iban: 'FR1420041010050500013M02606', bic: 'BNPAFRPP' } },
    ]);
    expect(read(hostile).Document.CstmrCdtTrfInitn.PmtInf.CdtTrfTxInf.Cdtr.Nm).toBe(names.holder);
    expect(hostile).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>PB-23456789AB</MsgId>
      <CreDtTm>2026-11-23T09:30:00.000Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>3513.20</CtrlSum>
      <InitgPty>
        <Nm>Hearth &amp; Sons</Nm>
      </InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>PB-23456789AB</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>3513.20</CtrlSum>
      <ReqdExctnDt>
        <Dt>2026-11-23</Dt>
      </ReqdExctnDt>
      <Dbtr>
        <Nm>Hearth &amp; Sons</Nm>
      </Dbtr>
      <DbtrAcct>
        <Id>
          <IBAN>DE89370400440532013000</IBAN>
        </Id>
        <Ccy>USD</Ccy>
      </DbtrAcct>
      <DbtrAgt>
        <FinInstnId>
          <BICFI>COBADEFFXXX</BICFI>
        </FinInstnId>
      </DbtrAgt>
      <ChrgBr>SHAR</ChrgBr>
      <CdtTrfTxInf>
        <PmtId>
          <InstrId>PO-AAAAAAAAAA</InstrId>
          <EndToEndId>PO-AAAAAAAAAA</EndToEndId>
        </PmtId>
        <Amt>
          <InstdAmt Ccy="USD">3513.20</InstdAmt>
        </Amt>
        <CdtrAgt>
          <FinInstnId>
            <BICFI>BNPAFRPP</BICFI>
          </FinInstnId>
        </CdtrAgt>
        <Cdtr>
          <Nm>Zoë &lt;b&gt;&amp;&quot;Söhne&quot;&apos;s ]]&gt; &lt;!-- &amp;amp;</Nm>
        </Cdtr>
        <CdtrAcct>
          <Id>
            <IBAN>FR1420041010050500013M02606</IBAN>
          </Id>
        </CdtrAcct>
        <RmtInf>
          <Ustrd>Hearth&apos;s &quot;best&quot; &lt;shop&gt; &amp;#10; PO-AAAAAAAAAA</Ustrd>
        </RmtInf>
      </CdtTrfTxInf>
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`);
  });

  test('is written in the letters that every bank takes, with town and country of who gets it', () => {
    const basic = { ...batch, charset: 'basic' as const, shopName: 'Hörth & Söhne' };
    const at = (holder: string, more: object = {}): BankTransfer => ({
      payout_id: 'PO-AAAAAAAAAA',
      amount_cents: 100,
      to: { kind: 'iban', holder, iban: 'NL91ABNA0417164300', ...more },
    });
    const [german, full, hebrew] = read(
      painFile(basic, [
        at('Zoë <b>&"Müßöhne"', { iban: 'DE89370400440532013000', town: 'Lübeck', country: 'DE' }),
        at('Ørsted Łódź', { town: 'São Paulo', country: 'BR' }),
        at('דוד כהן', { town: 'Tel Aviv' }),
      ]),
    ).Document.CstmrCdtTrfInitn.PmtInf.CdtTrfTxInf;
    expect(german.Cdtr).toEqual({ Nm: 'Zoe .b.+.Muessoehne.', PstlAdr: { TwnNm: 'Luebeck', Ctry: 'DE' } });
    expect(Object.keys(german.Cdtr)).toEqual(['Nm', 'PstlAdr']);
    expect(full.Cdtr).toEqual({ Nm: 'Orsted Lodz', PstlAdr: { TwnNm: 'Sao Paulo', Ctry: 'BR' } });
    // A town alone is no address.
    expect(hebrew.Cdtr).toEqual({ Nm: 'dvd khhn' });
    expect(german.RmtInf.Ustrd).toBe('Horth + Sohne PO-AAAAAAAAAA');
    const row = bankTableRow(basic, at('=HYPERLINK("http://x")', { town: 'Tel Aviv', country: 'IL' }));
    expect(row[1]).toBe('.HYPERLINK(.http://x.)');
    expect(row.slice(-2)).toEqual(['Tel Aviv', 'IL']);
    expect(row).toHaveLength(bankTableHead(basic).length);
    expect(bankTableRow(basic, at('C'))).toHaveLength(bankTableHead(basic).length);
  });

  test('as a table has no formula in it', () => {
    const rows = transfers.map((transfer) => bankTableRow(batch, transfer));
    expect(rows[1]).toEqual([
      'PO-BBBBBBBBBB',
      `'=HYPERLINK("http://x")`,
      '',
      '',
      '021000021',
      '000123456789',
      '0.07',
      'USD',
      'Hearth PO-BBBBBBBBBB',
    ]);
    expect(rows.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
  });
});

test.each([
  [0, '0.00'],
  [7, '0.07'],
  [-7, '-0.07'],
  [351_320, '3513.20'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('%i cents are %s', (cents, text) => {
  expect(decimal(cents)).toBe(text);
});
