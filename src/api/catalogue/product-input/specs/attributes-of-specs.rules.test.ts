import { expect, test } from 'vitest';
import type { Product, ProductType } from '#contract/catalogue/product/product.ts';
import { attributesOfSpecs } from './attributes-of-specs.rules.ts';

const read = (product_type: ProductType, specs: Record<string, string>, options: Record<string, string[]> = {}) =>
  attributesOfSpecs({
    product_type,
    specs: Object.entries(specs).map(([name, value]) => ({ name, value })),
    options: Object.entries(options).map(([name, choices]) => ({ name, choices })) satisfies Product['options'],
  });

test.each<[Record<string, string>, Record<string, string[]>, object]>([
  [
    {
      GPU: 'NVIDIA H100 SXM5',
      Memory: '80 GB HBM3',
      'Memory bandwidth': '3.35 TB/s',
    },
    { Region: ['Oregon', 'Quebec'], GPUs: ['1', '8'] },
    { gpu_model: 'H100', gpu_memory: 80, gpu_count: [1, 8], form_factor: 'SXM', region: ['Oregon', 'Quebec'] },
  ],
  [
    { GPU: 'gtx1050ti', 'GPU memory GB': '4.0', 'GPU count': '1', Pricing: 'spot', Region: ' westus ', vCPU: '--' },
    {},
    { gpu_model: 'GTX 1050 Ti', gpu_memory: 4, gpu_count: [1], region: ['westus'], interruptible: true },
  ],
  [
    { GPU: 'A100', 'GPU variant': 'SXM4', 'GPU memory GB': '640', 'GPU count': '8', Pricing: 'on_demand' },
    {},
    { gpu_model: 'A100', gpu_memory: 80, gpu_count: [8], form_factor: 'SXM', interruptible: false },
  ],
  // One of 24 GB beside three others, or another make: nobody can tell.
  [{ GPU: 'A10', 'GPU memory GB': '96' }, {}, { gpu_model: 'A10' }],
  [{ GPU: 'RTX 2070', 'GPU memory GB': '16', 'GPU count': '2' }, {}, { gpu_model: 'RTX 2070', gpu_count: [2] }],
  [
    { vCPU: '12', 'Memory GB': '85', Region: 'asia-east2', 'a100-80gb': '4', 'Price per month': '3447.8' },
    { Billing: ['on demand', 'spot'] },
    { gpu_model: 'A100', gpu_memory: 80, gpu_count: [4], region: ['asia-east2'] },
  ],
  [{ 'h100-80gb-mega': '8' }, {}, { gpu_model: 'H100', gpu_memory: 80, gpu_count: [8] }],
  [{ rtx6000: '0.125', p99: '100' }, {}, { gpu_model: 'RTX 6000' }],
  [{ GPU: 'GPU (unspecified)', 'GPU count': '0', 'GPU memory GB': '0', Region: 'n/a' }, {}, {}],
  [{ GPU: '1', 'GPU memory GB': '--', 'GPU variant': 'NVLink' }, {}, {}],
  [
    { CPU: 'AMD EPYC 9654', Memory: '768 GB DDR5-4800', 'Minimum rental': '2 days', 'Billed by': 'per minute' },
    {},
    { billing_unit: 'minute', minimum_rental: 48 },
  ],
  [
    { Accelerator: 'AMD Instinct MI300X', Memory: '192 GB HBM3', Interface: 'OAM' },
    { Accelerators: ['1', '8', 'many'] },
    { gpu_model: 'MI300X', gpu_memory: 192, gpu_count: [1, 8], form_factor: 'OAM' },
  ],
])('[V-04] what a machine says of itself: %j', (specs, options, attributes) => {
  expect(read('computing', specs, options)).toEqual(attributes);
});

test.each([
  ['NVIDIA GeForce RTX 4070 Ti SUPER', 'RTX 4070 Ti SUPER'],
  ['GTX 1660 Super', 'GTX 1660 SUPER'],
  ['GeForce RTX 3080 (10 GB)', 'RTX 3080'],
  ['NVIDIA RTX 6000 Ada Generation', 'RTX 6000 Ada'],
  ['rtx_a6000', 'RTX A6000'],
  ['pro6000we', 'RTX PRO 6000'],
  ['NVIDIA RTX PRO 6000 Server Edition No Interconnect', 'RTX PRO 6000'],
  ['NVIDIA Tesla V100 SXM2', 'V100'],
  ['Tesla M60', 'M60'],
  ['NVIDIA B200 (HGX)', 'B200'],
  ['l40s', 'L40S'],
  ['Intel Gaudi 3', 'Gaudi 3'],
  ['Radeon Pro V520', 'Radeon Pro V520'],
  ['Dedicated 128GB + RTX6000 GPU x4', undefined],
  ['H100 or A100', undefined],
])('one GPU has one name: %s is %s', (text, name) => {
  expect(read('computing', { GPU: text }).gpu_model).toBe(name);
});

test('[V-04] what a data set says of itself', () => {
  const specs = {
    Rows: '410 million',
    Format: 'JPEG with CSV labels',
    Size: '6.8 GB',
    Languages: 'English 80 %, German, de-AT, C++ and Klingon',
    'Personal data': 'None',
    'Collected from': '2019-04',
    'Collected to': '2024',
  };
  expect(read('data', specs)).toEqual({
    format: ['JPEG', 'CSV'],
    rows: 410_000_000,
    size: 6_800_000_000,
    language: ['English', 'German'],
    personal_data: false,
    collected_from: '2019-04',
    collected_to: '2024',
  });
  expect(read('data', { Format: 'Parquet' }, { Format: ['Parquet', 'csv'] })).toEqual({ format: ['Parquet', 'CSV'] });
  expect(read('data', { Records: '120,000', Size: '512 MiB' })).toEqual({ rows: 120_000, size: 512 * 2 ** 20 });
});

test.each([
  { Rows: '120.000' },
  { Rows: 'About 380,000 a week' },
  { Rows: '0' },
  { Size: '48' },
  { Size: 'large' },
  { Languages: 'About 100' },
  { 'Personal data': 'Masked' },
  { 'Collected from': '2024', 'Collected to': '2019' },
  { Format: 'various' },
])('of a data set nothing is guessed: %j', (specs) => {
  expect(read('data', specs)).toEqual({});
});

test('[V-04] what an algorithm or a solution says of itself', () => {
  expect(
    read(
      'algorithm',
      { Task: 'object_detection', Framework: 'dldt', 'Parameters, millions': '38.61' },
      { Precision: ['FP16', 'FP16-INT8', 'ckpt'] },
    ),
  ).toEqual({
    task: ['Object detection'],
    framework: ['OpenVINO'],
    parameters: 38_610_000,
    precision: ['FP16', 'INT8'],
  });
  expect(
    read('algorithm', { Framework: 'PyTorch, C++ sampler', Parameters: '7B', Weights: '4-bit and 3-bit' }),
  ).toEqual({
    framework: ['PyTorch'],
    parameters: 7e9,
  });
  expect(read('solutions', { Deployment: 'Hosted or Kubernetes', Support: 'E-mail, phone; a hug' })).toEqual({
    deployment: ['Hosted', 'Self-hosted'],
    support: ['Email', 'Phone'],
  });
});

test('a name that is long, or like a field of an object, says nothing', () => {
  expect(
    read('computing', { GPU: 'x'.repeat(5000), constructor: '1', __proto__: '8', Region: 'r'.repeat(201) }),
  ).toEqual({});
});
