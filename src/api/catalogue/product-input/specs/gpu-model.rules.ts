// One spelling for a GPU, whatever a price list calls it: 'gtx1050ti', 'GeForce GTX 1050 Ti' and 'NVIDIA GTX 1050Ti' are one
// entry of a filter.

import { remembered } from './remembered.rules.ts';

/** Facts in the name of a GPU. `memory` in GB, `formFactor` as filters have it; null where the name says nothing of it. */
type GpuName = { model: string; formFactor: string | null; memory: number | null };

/** GB that models are made with: to tell the memory of each from that of all. */
const sizes: Record<string, readonly number[]> = {
  A10: [24],
  A10G: [24],
  A16: [16],
  A30: [24],
  A40: [48],
  A100: [40, 80],
  A800: [40, 80],
  B200: [180, 192],
  B300: [288],
  GB200: [186, 192],
  GH200: [96, 144],
  H100: [80, 94],
  H200: [141],
  L4: [24],
  L40: [48],
  L40S: [48],
  M60: [8, 16],
  MI300X: [192],
  MI325X: [256],
  MI355X: [288],
  P4: [8],
  P100: [12, 16],
  'RTX 3070': [8],
  'RTX 3080': [10, 12, 20],
  'RTX 3090': [24],
  'RTX 4080': [16],
  'RTX 4090': [24],
  'RTX 5090': [32],
  'RTX 6000': [24, 48, 96],
  'RTX A4000': [16],
  'RTX A5000': [24],
  'RTX A6000': [48],
  'RTX PRO 6000': [96],
  T4: [16],
  V100: [16, 32],
};

/** Measured memory is a little below what is sold: 46 of 48. */
const ROUNDING = 1.1;
const LONGEST_NAME = 80;

/** Null for what is no name of a GPU that is understood. */
export const readGpuName = remembered((text) => (text.length > LONGEST_NAME ? null : parseGpuName(text)));

/** A GPU as machine types name it: 'a100-80gb', 'l4'. Only models that are known: such a name may mean anything else. */
export function readMachineGpu(text: string): GpuName | null {
  if (!/\d/.test(text)) return null;
  const name = readGpuName(text.replace(/-(?:mega|ultra)$/, ''));
  return name && Object.hasOwn(sizes, name.model) ? name : null;
}

/** 'SXM5' -> 'SXM', 'PCI-E 4.0 x16' -> 'PCIe'; null for what is no form factor. */
export function readFormFactor(text: string): string | null {
  if (/\b(?:sxm\d?|hgx)\b/i.test(text)) return 'SXM';
  if (/\bpci-?e\b/i.test(text)) return 'PCIe';
  if (/\boam\b/i.test(text)) return 'OAM';
  return /\bnvl\b/i.test(text) ? 'NVL' : null;
}

/** The memory of one GPU: price lists write that of all, too. Null where neither fits the model, or nobody can tell. */
export function memoryOfEach(model: string | undefined, memory: number, count: number): number | null {
  const known = model === undefined ? undefined : sizes[model];
  if (!known) return count > 1 ? null : memory;
  const most = Math.max(...known) * ROUNDING;
  if (memory <= most) return memory;
  return count > 1 && memory / count <= most ? memory / count : null;
}

function parseGpuName(text: string): GpuName | null {
  const memory = /(?:^|[\s(_-])(\d{1,3}) ?gi?b\b/i.exec(text)?.[1];
  const bare = text
    .toLowerCase()
    .replace(/\((?:r|tm|hgx|\d{1,3} ?gi?b)\)/g, ' ')
    .replace(/(?:^|[\s_-])\d{1,3} ?gi?b\b/g, ' ')
    .replace(/\b(?:nvidia|geforce|amd|intel|instinct|tesla|hgx|oam|nvl|sxm\d?|pci-?e|ada generation)\b/g, (word) =>
      word.startsWith('ada') ? 'ada' : ' ',
    )
    .replace(/[\s_-]+/g, '');
  const model = modelOf(bare);
  return model === null ? null : { model, formFactor: readFormFactor(text), memory: memory ? Number(memory) : null };
}

/** Model in a name in small letters, without spaces and without what is no part of the model. */
function modelOf(bare: string): string | null {
  const card = /^(gtx|rtx)(a?\d{3,4})(ti)?(super)?(ada)?$/.exec(bare);
  if (card) {
    const [, line = '', digits = '', ti, extra, ada] = card;
    const name = `${line.toUpperCase()} ${digits.toUpperCase()}`;
    return [name, ti && 'Ti', extra && 'SUPER', ada && 'Ada'].filter(Boolean).join(' ');
  }
  // Server and workstation editions are one chip with one memory.
  const pro =
    /^(?:rtx)?pro(\d{4})(?:blackwell)?(?:se|we|serveredition|workstationedition|max-?q)?(?:nointerconnect)?$/.exec(
      bare,
    );
  if (pro) return `RTX PRO ${pro[1]}`;
  if (/^(?:a|h|b|l|v|t|p|k|m|gb|gh|mi)\d{1,4}[a-z]?$/.test(bare)) return bare.toUpperCase();
  const gaudi = /^gaudi(\d)$/.exec(bare);
  if (gaudi) return `Gaudi ${gaudi[1]}`;
  const radeon = /^radeonpro([vw]\d{3,4})$/.exec(bare);
  return radeon ? `Radeon Pro ${radeon[1]?.toUpperCase()}` : null;
}
