// Words of specifications that filters have in one spelling each. A word that is not known is left out.

const formats = spellings({
  ...same(
    'CSV TSV JSON JSONL XML PDF HTML TXT PNG JPEG TIFF WAV FLAC MP3 MP4 COCO YOLO TMX XLSX FASTQ BAM VCF LAS LAZ DICOM',
  ),
  ...same(
    'Parquet Avro ORC Arrow Feather HDF5 NetCDF Zarr GeoTIFF GeoJSON GeoParquet GeoPackage Shapefile GRIB2 MATLAB',
  ),
  ...same('SQLite TFRecord WebDataset Markdown NIfTI'),
  NDJSON: 'JSONL',
  JPG: 'JPEG',
  Excel: 'XLSX',
});
const frameworks = spellings({
  ...same('PyTorch TensorFlow ONNX JAX Keras Flax Caffe Caffe2 MXNet PaddlePaddle OpenVINO TensorRT TensorRT-LLM vLLM'),
  ...same(
    'CTranslate2 TFLite Transformers Diffusers scikit-learn XGBoost LightGBM CatBoost NumPy Spark DuckDB llama.cpp',
  ),
  Torch: 'PyTorch',
  TF: 'TensorFlow',
  Paddle: 'PaddlePaddle',
  DLDT: 'OpenVINO',
  sklearn: 'scikit-learn',
});
const precisions = spellings({
  ...same('FP64 FP32 TF32 FP16 BF16 FP8 FP4 INT8 INT4 INT3 INT1'),
  float64: 'FP64',
  float32: 'FP32',
  float16: 'FP16',
  bfloat16: 'BF16',
});
const deployments = spellings({
  ...same('Hosted'),
  SaaS: 'Hosted',
  cloud: 'Hosted',
  'self-hosted': 'Self-hosted',
  'on-premises': 'Self-hosted',
  'on-prem': 'Self-hosted',
  container: 'Self-hosted',
  Docker: 'Self-hosted',
  Kubernetes: 'Self-hosted',
});
const channels = spellings({
  ...same('Email Chat Phone Forum'),
  mail: 'Email',
  'e-mail': 'Email',
  ticket: 'Tickets',
  tickets: 'Tickets',
  telephone: 'Phone',
});
const languages = languageNames();

const LONGEST = 300;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}+.-]*[\p{L}\p{N}+]|\p{L}/gu;

export const readFormats = (text: string) => wordsIn(text, formats);
export const readFrameworks = (text: string) => wordsIn(text, frameworks);
export const readDeployments = (text: string) => wordsIn(text, deployments);
export const readSupport = (text: string) => wordsIn(text, channels);
/** 'FP16-INT8' has both. */
export const readPrecisions = (text: string) => wordsIn(text.replaceAll('-', ' '), precisions);

/** Names in English, or codes such as 'en' and 'pt-BR'; what stands behind a name, such as '(Brazil)' or '80 %', goes. */
export function readLanguages(text: string): string[] | null {
  if (text.length > LONGEST) return null;
  const names = text.split(/[,;/]|\band\b/).map((part) => {
    const word = part
      .replace(/\(.*|\d.*/, '')
      .trim()
      .toLowerCase();
    return languages.get(word) ?? languages.get(/^([a-z]{2})[-_][a-z]{2}$/.exec(word)?.[1] ?? '');
  });
  return distinct(names);
}

/** 'text-generation, summarization': each as words with a capital in front. */
export function readTasks(text: string): string[] | null {
  if (text.length > LONGEST) return null;
  const tasks = text.split(/[,;]/).map((part) => {
    const words = part.replace(/[_-]+/g, ' ').replace(/\s+/g, ' ').trim();
    return /^\p{L}[\p{L}\p{N} ]{2,60}$/u.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : undefined;
  });
  return distinct(tasks);
}

function wordsIn(text: string, known: ReadonlyMap<string, string>): string[] | null {
  if (text.length > LONGEST) return null;
  return distinct(Array.from(text.matchAll(WORD), ([word]) => known.get(word.toLowerCase())));
}

function distinct(found: Array<string | undefined>): string[] | null {
  const values = [...new Set(found.filter((value) => value !== undefined))];
  return values.length > 0 ? values : null;
}

function same(words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, word]));
}

function spellings(words: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(words).map(([word, spelling]) => [word.toLowerCase(), spelling]));
}

/** Languages of ISO 639-1, as the runtime knows them. */
function languageNames(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name] as const, [name.toLowerCase(), name] as const];
    });
  return new Map(known);
}
