// docs/growth.svg from the results of a run: node test/rigs/bench/plot-growth.ts metrics.json docs/growth.svg
import { readFile, writeFile } from 'node:fs/promises';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Growth } from './growth.ts';

const [from = 'metrics.json', to = 'docs/growth.svg'] = process.argv.slice(2);
const { sizes, growth } = JSON.parse(await readFile(from, 'utf8')) as { sizes: number[]; growth: { cases: Growth[] } };

const values = growth.cases.flatMap(({ what, shop }) =>
  shop.map((milliseconds, index) => ({ what, products: sizes[index], milliseconds })),
);
const spec: TopLevelSpec = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 620,
  height: 320,
  padding: 16,
  background: '#ffffff',
  title: { text: 'Median time of one request, nothing cached', anchor: 'start' },
  data: { values },
  mark: { type: 'line', point: true },
  encoding: {
    x: {
      field: 'products',
      type: 'quantitative',
      scale: { type: 'log' },
      axis: { title: 'products', values: sizes, format: ',d' },
    },
    y: { field: 'milliseconds', type: 'quantitative', scale: { zero: true }, axis: { title: 'milliseconds' } },
    color: { field: 'what', type: 'nominal', scale: { scheme: 'tableau10' }, legend: { title: null, labelLimit: 260 } },
    // Colours alone do not tell everybody the lines apart.
    shape: { field: 'what', type: 'nominal', legend: { title: null, labelLimit: 260 } },
  },
  config: { font: 'system-ui, sans-serif', axis: { gridColor: '#e4e4df' }, view: { stroke: null } },
};
const view = new View(parse(compile(spec).spec), { renderer: 'none' });
await writeFile(to, await view.toSVG());
