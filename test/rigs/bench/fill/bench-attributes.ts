// Attributes for catalogues of any size: as many values as a large one has, some of them frequent and some rare, and those that
// belong together together (a model has its memory, and its price follows from it).
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';

const gpus: Array<[model: string, memory: number]> = [
  ['RTX 4090', 24],
  ['RTX 3090', 24],
  ['RTX 5090', 32],
  ['A10', 24],
  ['L4', 24],
  ['T4', 16],
  ['A100 SXM', 80],
  ['A100 PCIe', 40],
  ['H100 SXM', 80],
  ['H100 PCIe', 80],
  ['RTX A6000', 48],
  ['L40S', 48],
  ['RTX 6000 Ada', 48],
  ['H200 SXM', 141],
  ['V100', 16],
  ['RTX 3060', 12],
  ['MI300X', 192],
  ['MI325X', 256],
  ['B200', 192],
  ['Gaudi 3', 128],
];
const regions = [
  'Oregon',
  'Virginia',
  'Quebec',
  'Norway',
  'Finland',
  'Germany',
  'Netherlands',
  'Japan',
  'Korea',
  'Brazil',
];
const formats = ['Parquet', 'JSON Lines', 'CSV', 'WebDataset', 'TFRecord', 'WAV', 'GeoTIFF'];
const languages = ['English', 'Chinese', 'Spanish', 'Arabic', 'Hindi', 'German', 'French', 'Swahili'];
const tasks = [
  'Text generation',
  'Translation',
  'Speech recognition',
  'Detection',
  'Segmentation',
  'Embedding',
  'Forecasting',
];
const frameworks = ['PyTorch', 'JAX', 'ONNX', 'TensorFlow'];

/** Always the same for the same number: of its values the first are the most frequent ones. */
export function benchAttributes(type: ProductType, index: number): AttributeValues {
  let state = (index + 1) * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  const one = <T>(list: readonly T[]) => list[Math.floor(random() ** 2 * list.length)] as T;
  const some = (list: readonly string[]) => [...new Set([one(list), one(list), one(list)])];
  const made: Record<ProductType, () => AttributeValues> = {
    computing: () => {
      const [gpu_model, gpu_memory] = one(gpus);
      return {
        gpu_model,
        gpu_memory,
        gpu_count: [1, 2, 4, 8].slice(0, 1 + Math.floor(random() * 4)),
        form_factor: one(['SXM', 'PCIe', 'OAM']),
        region: some(regions),
        billing_unit: one(['minute', 'second', 'hour', 'month']),
        minimum_rental: one([1, 24, 168, 720]),
        interruptible: random() < 0.3,
      };
    },
    data: () => ({
      format: some(formats),
      rows: Math.round(10 ** (3 + random() * 7)),
      size: Math.round(10 ** (6 + random() * 7)),
      language: some(languages),
      personal_data: random() < 0.2,
      collected_from: String(2_005 + Math.floor(random() * 15)),
      collected_to: `${2_020 + Math.floor(random() * 7)}-0${1 + Math.floor(random() * 9)}`,
    }),
    algorithm: () => ({
      task: some(tasks),
      framework: some(frameworks),
      parameters: Math.round(10 ** (6 + random() * 6)),
      precision: some(['fp16', 'bf16', 'int8', 'int4']),
    }),
    solutions: () => ({
      deployment: some(['Cloud', 'On premises', 'Edge']),
      support: some(['Email', 'Phone', '24 x 7']),
    }),
  };
  return made[type]();
}
