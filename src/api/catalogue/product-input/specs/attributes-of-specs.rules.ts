// The attributes of a product whose file gives none, read from the names that price lists use for them in specifications and
// options. Nothing is guessed: what is not understood is left out.
import type { Product, ProductType } from '#contract/catalogue/product/product.ts';
import {
  type AttributeValue,
  type AttributeValues,
  attributesOf,
  findAttribute,
} from '#contract/catalogue/product/product-attributes.ts';
import { MOST_VALUES } from '../attribute-value.rules.ts';
import { memoryOfEach, readFormFactor, readGpuName, readMachineGpu } from './gpu-model.rules.ts';
import { remembered } from './remembered.rules.ts';
import { readBytes, readCount, readMemory } from './spec-amount.rules.ts';
import {
  readDeployments,
  readFormats,
  readFrameworks,
  readLanguages,
  readPrecisions,
  readSupport,
  readTasks,
} from './spec-labels.rules.ts';

type Described = Pick<Product, 'product_type' | 'specs' | 'options'>;
/** Reads a text; null where it is not understood. */
type Read = (text: string) => AttributeValue | null;
/** `several`: each choice of an option of this name adds a value. */
type KnownSpec = { attribute: string; read: Read; several: boolean };

const LONGEST_VALUE = 200;
/** Texts that stand for nothing. */
const none = new Set([
  '',
  '-',
  '--',
  '—',
  '?',
  'n/a',
  'na',
  'none',
  'null',
  'unknown',
  'unspecified',
  'undefined',
  '0',
  '0.0',
]);

const readCounts: Read = (text) => {
  const count = readCount(text);
  return count === null ? null : [count];
};
const readPlace: Read = (text) => (text.length <= LONGEST_VALUE && !/\p{Cc}/u.test(text) ? [text] : null);
const readInterruptible: Read = (text) => {
  if (/^(?:spot|preemptible|interruptible)$/i.test(text)) return true;
  return /^(?:on[ _-]?demand|reserved)$/i.test(text) ? false : null;
};
const readYesNo: Read = (text) => {
  if (/^(?:yes|true)$/i.test(text)) return true;
  return /^(?:no|false)$/i.test(text) ? false : null;
};
const readBillingUnit: Read = (text) =>
  /^(?:per |by the )?(second|minute|hour|day|month)$/i.exec(text)?.[1]?.toLowerCase() ?? null;
const readHours: Read = (text) => {
  const [, digits, unit = ''] = /^(\d{1,4}) ?(hours?|h|days?)$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (/^d/i.test(unit) ? 24 : 1);
};
const readDate: Read = (text) => (/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text) ? text : null);

const known: Record<ProductType, Map<string, KnownSpec>> = {
  computing: byName('computing', [
    ['gpu | gpu model | gpu type | accelerator | graphics card', 'gpu_model', (text) => text],
    ['gpu memory gb | gpu memory | vram | vram gb', 'gpu_memory', readMemory],
    // The memory of a GPU by its kind; a host's is DDR.
    ['memory', 'gpu_memory', (text) => (/\b(?:HBM|GDDR)\d/i.test(text) ? readMemory(text) : null)],
    ['gpu count | gpus | number of gpu | number of gpus | accelerators', 'gpu_count', readCounts],
    ['gpu variant | form factor | interface', 'form_factor', readFormFactor],
    ['region | available region | location', 'region', readPlace],
    ['billing unit | billing increment | billed by', 'billing_unit', readBillingUnit],
    ['minimum rental | minimum term | shortest rental', 'minimum_rental', readHours],
    ['maximum rental | maximum term | longest rental', 'maximum_rental', readHours],
    ['pricing', 'interruptible', readInterruptible],
    ['interruptible', 'interruptible', readYesNo],
  ]),
  data: byName('data', [
    ['format | formats | file format | file formats', 'format', readFormats],
    ['rows | records | row count | number of rows | number of records', 'rows', (text) => readCount(text)],
    ['size | data size | file size', 'size', readBytes],
    ['bytes', 'size', (text) => readCount(text)],
    ['language | languages', 'language', readLanguages],
    ['personal data | contains pii | pii', 'personal_data', readYesNo],
    ['collected from', 'collected_from', readDate],
    ['collected to', 'collected_to', readDate],
  ]),
  algorithm: byName('algorithm', [
    ['task | tasks', 'task', readTasks],
    ['framework | frameworks | runtime', 'framework', readFrameworks],
    ['parameters | params | number of parameters', 'parameters', (text) => readCount(text)],
    ['parameters, millions', 'parameters', (text) => readCount(text, 1e6)],
    ['precision | weights', 'precision', readPrecisions],
  ]),
  solutions: byName('solutions', [
    ['deployment | hosting', 'deployment', readDeployments],
    ['support', 'support', readSupport],
  ]),
};

/** In the order of the category's table; empty where nothing is understood. Options go before specifications: they say all. */
export function attributesOfSpecs({ product_type: type, specs, options }: Described): AttributeValues {
  const found: AttributeValues = {};
  const names = known[type];
  for (const { name, choices } of options) {
    const spec = names.get(name.toLowerCase());
    if (spec?.several) take(found, spec, choices);
  }
  for (const { name, value } of specs) {
    const spec = names.get(name.toLowerCase());
    if (spec) take(found, spec, [value]);
  }
  if (type === 'computing') readMachine(found, specs);
  if (type === 'data') dropTurnedPeriod(found);
  return inOrder(found, type);
}

function take(found: AttributeValues, { attribute, read }: KnownSpec, texts: readonly string[]) {
  if (Object.hasOwn(found, attribute)) return;
  const values: AttributeValue[] = [];
  for (const text of texts) {
    const value = read(text);
    if (value !== null) values.push(value);
  }
  if (values.length === 0) return;
  const [first] = values;
  if (first !== undefined) found[attribute] = Array.isArray(first) ? joined(values) : first;
}

/** As many as a file may give. */
function joined(values: AttributeValue[]): AttributeValue {
  return [...new Set(values.flat())].slice(0, MOST_VALUES) as string[] | number[];
}

/** Reads what the name of a GPU says of a machine, and the memory of one GPU where that of all is given. */
function readMachine(found: AttributeValues, specs: Product['specs']) {
  const { gpu_model: given } = found;
  delete found.gpu_model;
  const machine = typeof given === 'string' ? null : machineGpu(specs);
  const gpu = typeof given === 'string' ? readGpuName(given) : (machine?.gpu ?? null);
  if (machine?.count && !found.gpu_count) found.gpu_count = [machine.count];
  if (gpu) {
    found.gpu_model = gpu.model;
    if (gpu.formFactor) found.form_factor = gpu.formFactor;
    if (gpu.memory) found.gpu_memory ??= gpu.memory;
  }
  const { gpu_memory: memory, gpu_count: counts } = found;
  if (typeof memory !== 'number') return;
  const count = Array.isArray(counts) && counts.length === 1 ? Number(counts[0]) : 1;
  const each = memoryOfEach(gpu?.model, memory, count);
  if (each === null) delete found.gpu_memory;
  else found.gpu_memory = each;
}

/** A specification that is named like a GPU and says how many there are: 'a100-80gb': 4. */
function machineGpu(specs: Product['specs']) {
  for (const { name, value } of specs) {
    const count = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : 0;
    const gpu = count > 0 ? readMachineGpu(name) : null;
    if (gpu) return { gpu, count: Number.isInteger(count) ? count : null };
  }
  return null;
}

function dropTurnedPeriod(found: AttributeValues) {
  const { collected_from: from, collected_to: to } = found;
  if (typeof from !== 'string' || typeof to !== 'string' || from.slice(0, to.length) <= to) return;
  delete found.collected_from;
  delete found.collected_to;
}

function inOrder(found: AttributeValues, type: ProductType): AttributeValues {
  const ordered: AttributeValues = {};
  for (const { name } of attributesOf(type)) {
    const value = found[name];
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}

function byName(
  type: ProductType,
  rows: Array<[names: string, attribute: string, read: Read]>,
): Map<string, KnownSpec> {
  return new Map(
    rows.flatMap(([names, attribute, read]) => {
      const several = ['texts', 'numbers'].includes(findAttribute(type, attribute)?.kind ?? '');
      const spec = { attribute, read: remembered(orNothing(attribute, read)), several };
      return names.split(' | ').map((name) => [name, spec]);
    }),
  );
}

/** Reads a text trimmed, and none that says that there is nothing. */
function orNothing(attribute: string, read: Read): Read {
  return (text) => {
    const trimmed = text.trim();
    // 'None' is an answer to one question only.
    const given = attribute === 'personal_data' && /^none$/i.test(trimmed) ? 'no' : trimmed;
    return none.has(given.toLowerCase()) ? null : read(given);
  };
}
