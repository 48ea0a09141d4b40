import { expect, test } from 'vitest';
import { keyOf } from '../index-keys.rules.ts';
import { readFilters } from './read-filters.rules.ts';

const read = (query: string) => {
  const { filters, rest, byPrice } = readFilters(query);
  return [filters.map(({ label }) => label).join('; '), rest, byPrice];
};

test.each([
  ['gpu under $1', 'Computing; Price: under $1', 'gpu'],
  ['under under $1', 'Price: under $1', ''],
  ['below 50 cents an hour', 'Price: under $0.50; Priced by the hour', ''],
  ['$1,5', 'Price: up to $1.50', ''],
  ['$1,500 or less', 'Price: up to $1,500', ''],
  ['gpu between 60 cents and 1 dollar', 'Computing; Price: $0.60 to $1', 'gpu'],
  ['h100 at most 3 dollars per gpu hour', 'Price of a GPU-hour: up to $3', 'h100'],
  ['$0.40/gpu/h', 'Price of a GPU-hour: up to $0.40', ''],
  ['under $0.40 a GPU-hour', 'Price of a GPU-hour: under $0.40', ''],
  ['under 40 cents per GPU per hour', 'Price of a GPU-hour: under $0.40', ''],
  ['free dataset', 'Free; Data', ''],
  ['royalty free music', '', 'royalty free music'],
  ['unter 500 dollar', 'Price: under $500', ''],
  ['under €1', 'Prices are in US dollars: “under € 1” is not used', ''],
  ['monthly subscription', 'Priced by the month', ''],
  ['who will cancel their subscription', '', 'who will cancel their subscription'],
  ['a ct scan', '', 'a ct scan'],
  ['a dollar exchange rate', '', 'a dollar exchange rate'],
  ['gpu under half a dollar', 'Computing; Price: under $0.50', 'gpu'],
  ['gpu for less than a dollar', 'Computing; Price: under $1', 'gpu'],
  ['price per 1000 pages', 'Priced by the page', ''],
  ['per 1 million tokens', 'Priced by the token', ''],
  ['monthly data subscription', 'Data; Priced by the month', ''],
  ['monthly sales data', 'Data', 'monthly sales'],
])('[Q-12] a price in words: %s', (query, filters, rest) => {
  expect(read(query)).toEqual([filters, rest, null]);
});

test.each([
  ['cheap gpu', 'asc'],
  ['gpu pas cher', 'asc'],
  ['günstige grafikkarte', 'asc'],
  ['most expensive gpu', 'desc'],
  ['cheap', null],
])('[Q-12] an order by price: %s', (query, order) => {
  expect(readFilters(query).byPrice).toBe(order);
});

test.each([
  ['24GB', 'GPU memory: 24 GB', ''],
  ['>=48GB', 'GPU memory: 48 GB or more', ''],
  ['24 GiB vram', 'GPU memory: 24 GB', ''],
  ['80g', 'GPU memory: 80 GB', ''],
  ['24-48gb', 'GPU memory: 24 GB to 48 GB', ''],
  ['48gb+ card', 'GPU memory: 48 GB or more; Computing', ''],
  ['gift card', '', 'gift card'],
  ['gpu over 100 GB', 'Computing; GPU memory: over 100 GB', 'gpu'],
  ['48 gb gpu', 'GPU memory: 48 GB; Computing', 'gpu'],
  ['dataset over 100 GB', 'Data; Size: over 100 GB', ''],
  ['dataset with over 1 million rows', 'Data; Rows: over 1,000,000', ''],
  ['more than a million rows', 'Rows: over 1,000,000', ''],
  ['more than a million photos', 'Rows: over 1,000,000', 'photos'],
  ['1 million images', 'Rows: 800,000 or more', 'images'],
  ['ten images', '', 'ten images'],
  ['transcribe 12,000 recordings', '', 'transcribe 12,000 recordings'],
  ['cut up to 10 videos', '', 'cut up to 10 videos'],
  ['credit card fraud dataset 2 gb', 'Data', 'credit card fraud 2 gb'],
  ['sd card 64 gb', 'GPU memory: 64 GB', 'sd card'],
  ['machine to machine communication', '', 'machine to machine communication'],
  ['machines that will fail', '', 'machines that will fail'],
  ['cheap machine for a course', 'Computing', 'for a course'],
  ['server 768 gb', 'Computing; GPU memory: 768 GB', ''],
  ['machine learning', '', 'machine learning'],
  ['mail server with spam filter', '', 'mail server with spam filter'],
  ['single gpu for a 70b model', 'Computing', 'gpu for a 70b model'],
  ['mehr als 2 tausend zeilen', 'Rows: over 2,000', ''],
  ['dataset under $5 constructor', 'Data; Price: under $5', 'constructor'],
  ['intel gaudi 3 accelerator', '', 'intel gaudi 3 accelerator'],
  ['8x h100', '8 GPUs in one machine', 'h100'],
  ['8xh100', '8 GPUs in one machine', 'h100'],
  ['h100 x8', '8 GPUs in one machine', 'h100'],
  ['eight h100', '8 GPUs in one machine', 'h100'],
  ['two h100s in norway', '2 GPUs in one machine; Region: Norway', 'h100s'],
  ['two legged robot', '', 'two legged robot'],
  ['llama 4 h100', '', 'llama 4 h100'],
  ['rent 4 h100', '4 GPUs in one machine', 'rent h100'],
  ['700+ GB vram', 'GPU memory: 700 GB or more', ''],
  ['dual gpu', '2 GPUs in one machine; Computing', 'gpu'],
  ['2 × 24 GB', '2 GPUs in one machine; GPU memory: 24 GB', ''],
  [
    '2 × 24 GB in Europe under $0.40 a GPU-hour',
    '2 GPUs in one machine; GPU memory: 24 GB; Region: Europe; Price of a GPU-hour: under $0.40',
    '',
  ],
  ['1920 x 1080 video', '', '1920 x 1080 video'],
  ['400 Gb/s infiniband', '', '400 gb/s infiniband'],
  ['128k context', '', '128k context'],
  ['a100 for 48 hours', 'For 48 hours', 'a100'],
  ['train on one gpu', '', 'train on gpu'],
])('[Q-12] memory, sizes and numbers: %s', (query, filters, rest) => {
  expect(read(query).slice(0, 2)).toEqual([filters, rest]);
});

test.each([
  ['gpu in Germany', 'Computing; Region: Germany', 'gpu'],
  ['hosted in the EU', 'Region: European Union', ''],
  ['4090 Europe', 'Region: Europe', '4090'],
  ['h100 in Oregon', 'Region: Oregon', 'h100'],
  ['gpu in the US', 'Computing; Region: United States', 'gpu'],
  ['tell us more', '', 'tell us more'],
  ['Norwegen', 'Region: Norway', ''],
  ['japan or korea', 'Region: Japan; Region: South Korea', 'or'],
  ['apache 2.0 model', 'License: Apache', 'model'],
  ['MIT license', 'License: MIT', ''],
  ['apache or mit', 'License: Apache; License: MIT', 'or'],
  ['algorithm under BSD', 'License: BSD', 'algorithm'],
  ['under the MIT license', 'License: MIT', ''],
  ['weak copyleft library', 'License: MPL or LGPL', 'library'],
  ['jeu de données sous licence libre', 'Data; License: Open license', ''],
  ['video mit ton', '', 'video mit ton'],
  ['Bilder mit Text', '', 'bilder mit text'],
  ['GPL-3.0-or-later', 'License: GPL-3.0-or-later', ''],
  ['apache spark', '', 'apache spark'],
  ['images for commercial use', 'Commercial use', 'images'],
  ['open-source library', 'License: Open source', 'library'],
  ['jsonl dataset', 'Format: JSONL; Data', ''],
  ['pdf to markdown', '', 'pdf to markdown'],
  ['h100 in stock on sale', 'In stock; On sale', 'h100'],
  ['h200 no waiting list', 'In stock', 'h200'],
  ['on sale right now', 'On sale', ''],
  ['gpu deals', 'Computing; On sale', 'gpu'],
  ['deals', 'On sale', ''],
  ['promotions forecasting', '', 'promotions forecasting'],
  ['crm deals', '', 'crm deals'],
  ['priced per seat', 'Priced by the seat', 'priced'],
  ['spot h100', 'Can be interrupted', 'h100'],
  ['4090 that is not interruptible', 'Is not interrupted', '4090 that is'],
  ['no personal data', 'Without personal data', ''],
])('[Q-12] places, licenses and states: %s', (query, filters, rest) => {
  expect(read(query).slice(0, 2)).toEqual([filters, rest]);
});

test.each([
  ['gpu not nvidia', 'Computing; Not nvidia', 'gpu'],
  ['gpu without nvidia or amd', 'Computing; Not nvidia, amd', 'gpu'],
  ['gpu not made by nvidia', 'Computing; Not nvidia', 'gpu'],
  ['gpu from anyone but nvidia', 'Computing; Not nvidia', 'gpu from'],
  ['everything except amd', 'Not amd', ''],
  ['h100 not in us', 'Not us', 'h100'],
  ['h100 outside of europe', 'Not europe', 'h100'],
  ['h100 not in the united states', 'Not united states', 'h100'],
  ['all but', '', 'all but'],
  ['speech -pytorch', 'Not pytorch', 'speech'],
  ['works without internet', '', 'works without internet'],
  ['without sharing data', '', 'without sharing data'],
  ['may not send text', '', 'may not send text'],
  ['a text-to-speech model', '', 'a text-to-speech model'],
  ['not', '', 'not'],
  ['not not not', '', 'not not not'],
  ['16 gb gpu except geforce 50 series', 'GPU memory: 16 GB; Computing; Not 50 series', 'gpu'],
  ['gpu not 40 series or 4080', 'Computing; Not 40 series, 4080', 'gpu'],
  ['search that is not hosted', '', 'search that is not hosted'],
])('[Q-12] what is not wanted: %s', (query, filters, rest) => {
  expect(read(query).slice(0, 2)).toEqual([filters, rest]);
});

test('[Q-12] two families of licenses are either of them, and a right is wanted beside a family', () => {
  const licensesOf = (query: string) => readFilters(query).filters.map(({ licenses }) => licenses);
  expect(licensesOf('apache or mit')).toEqual([
    ['apache', 'mit'],
    ['apache', 'mit'],
  ]);
  expect(licensesOf('share-alike creative commons')).toEqual([['share_alike'], ['cc']]);
});

test('[Q-12] a filter names its words, and may be left as words', () => {
  const [filter] = readFilters('H100 under $3 in Norway').filters;
  expect(filter?.text).toBe('under $3');
  expect(readFilters('H100 under $3', ['under $3'])).toMatchObject({ filters: [], rest: 'h100 under $3' });
});

test('[Q-10] a query of nothing but operators is read in no time that grows with its square', () => {
  const query = 'not under over $ - '.repeat(500);
  expect(readFilters(query).filters.length).toBeLessThan(60);
});

test.each([
  ['neural search eu', 'neural search'],
  ['freelance invoices free', 'freelance invoices'],
  ['under $1 gpus under $10', 'under $1 gpus'],
])('[Q-12] of %j a badge takes its own words away', (query, remaining) => {
  expect(readFilters(query).filters.at(-1)?.remaining).toBe(remaining);
});

test.each([
  'h100 x 1.2.3',
  'h100 x 1,5',
  'h100 for 1.2.3 days',
  '1e999 dollars',
  'under $99999999999999999999',
  '$0',
  'under $0',
  '.5 . , $ - × constructor __proto__ toString',
  '不 not 不',
])('[Q-12] odd numbers and signs are no odd filters: %s', (query) => {
  for (const { label } of readFilters(query).filters) expect(label).not.toMatch(/NaN|Infinity|undefined|1\.5 GPU/);
});

test('[Q-12] a series of cards that is not wanted is each of its models', () => {
  const [not] = readFilters('not rtx 30 series').filters;
  const keys = not?.without.flatMap((one) => one.keys);
  expect(keys).toEqual(expect.arrayContaining([keyOf('fact', '3090'), keyOf('fact', '3070')]));
  expect(keys).not.toContain(keyOf('fact', 'rtx'));
});
