// The page of a repository, README.md, where a release brings none: its first lines tell programs what is in it.
import { entryOf } from '#contract/text/entry-of.ts';
import { type RepoId, repoIdText } from './hub-name.rules.ts';

type CardFacts = {
  repo: RepoId;
  /** An SPDX expression; '' where none was said. */
  license: string;
  version: string;
  isDataset: boolean;
  /** Paths of the files of the release. */
  paths: readonly string[];
};

/**
 * Made of what does not change while a release stays the same: clients keep what they have got of a revision for ever.
 */
export function makeCard({ repo, license, version, isDataset, paths }: CardFacts): string {
  const lines = [...licenseLines(license), ...(isDataset ? configLines(paths) : [])];
  const head = lines.length > 0 ? ['---', ...lines, '---', ''] : [];
  return [...head, `# ${repoIdText(repo)}`, '', `Version ${version}.`, ''].join('\n');
}

/** The licenses that the Hub has words of its own for, by their identifier in small letters. */
const hubLicenses: Record<string, string> = {
  'agpl-3.0-only': 'agpl-3.0',
  'agpl-3.0-or-later': 'agpl-3.0',
  'apache-2.0': 'apache-2.0',
  'bsd-2-clause': 'bsd-2-clause',
  'bsd-3-clause': 'bsd-3-clause',
  'c-uda-1.0': 'c-uda',
  'cc-by-4.0': 'cc-by-4.0',
  'cc-by-nc-4.0': 'cc-by-nc-4.0',
  'cc-by-nc-nd-4.0': 'cc-by-nc-nd-4.0',
  'cc-by-nc-sa-4.0': 'cc-by-nc-sa-4.0',
  'cc-by-nd-4.0': 'cc-by-nd-4.0',
  'cc-by-sa-4.0': 'cc-by-sa-4.0',
  'cc0-1.0': 'cc0-1.0',
  'cdla-permissive-1.0': 'cdla-permissive-1.0',
  'cdla-permissive-2.0': 'cdla-permissive-2.0',
  'cdla-sharing-1.0': 'cdla-sharing-1.0',
  'gpl-2.0-only': 'gpl-2.0',
  'gpl-2.0-or-later': 'gpl-2.0',
  'gpl-3.0-only': 'gpl-3.0',
  'gpl-3.0-or-later': 'gpl-3.0',
  isc: 'isc',
  'lgpl-3.0-only': 'lgpl-3.0',
  'lgpl-3.0-or-later': 'lgpl-3.0',
  mit: 'mit',
  'mpl-2.0': 'mpl-2.0',
  'odbl-1.0': 'odbl',
  'odc-by-1.0': 'odc-by',
  'pddl-1.0': 'pddl',
  unlicense: 'unlicense',
};

function licenseLines(license: string): string[] {
  if (license === '') return [];
  const known = entryOf(hubLicenses, license.toLowerCase());
  return known ? [`license: ${known}`] : ['license: other', `license_name: ${JSON.stringify(license)}`];
}

/** Formats that are loaded as tables, by the ends of file names; what is packed is unpacked by who loads it. */
const tables = ['parquet', 'json', 'csv', 'tsv', 'arrow', 'txt'] as const;
type Format = (typeof tables)[number] | 'other';
const formats: Record<string, Format> = {
  arrow: 'arrow',
  csv: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  parquet: 'parquet',
  tsv: 'tsv',
  txt: 'txt',
};
/** Files that programs load by themselves, each an example or many. */
const media = /\.(?:aac|avif|flac|gif|jpe?g|m4a|mkv|mov|mp3|mp4|ogg|opus|pdf|png|tar|tiff?|wav|webm|webp)$/i;
const splits: Array<[string, RegExp]> = [
  ['validation', /(?:^|[^a-z])(?:val|valid|validation|dev)(?:[^a-z]|$)/i],
  ['test', /(?:^|[^a-z])(?:test|testing|eval|evaluation)(?:[^a-z]|$)/i],
];

function formatOf(path: string): Format | null {
  const plain = path.replace(/\.(?:gz|bz2|xz|zst)$/i, '');
  if (media.test(plain)) return 'other';
  return entryOf(formats, /\.([a-z]+)$/i.exec(plain)?.[1]?.toLowerCase()) ?? null;
}

/**
 * Which files are the data: those of the format that most of them have. Said in so many words, because a description or a signature beside
 * them would be taken for data too. Nothing is said of pictures, sound and archives, which programs tell apart themselves.
 */
function configLines(paths: readonly string[]): string[] {
  const data = paths.filter((path) => !/(?:^|\/)(?:readme|license|licence|notice|changelog)\b/i.test(path));
  const byFormat = Map.groupBy(data, formatOf);
  const counts = [...tables, 'other' as const].map((format) => [format, byFormat.get(format)?.length ?? 0] as const);
  const [format, count] = counts.reduce((most, next) => (next[1] > most[1] ? next : most));
  if (count === 0 || format === 'other') return [];
  const bySplit = Map.groupBy(byFormat.get(format) ?? [], splitOf);
  return [
    'configs:',
    '- config_name: default',
    '  data_files:',
    ...['train', 'validation', 'test'].flatMap((split) => {
      const own = bySplit.get(split) ?? [];
      if (own.length === 0) return [];
      return [`  - split: ${split}`, '    path:', ...own.map((path) => `    - ${JSON.stringify(asPattern(path))}`)];
    }),
    ...(format === 'tsv' ? ['  sep: "\\t"'] : []),
  ];
}

function splitOf(path: string): string {
  return splits.find(([, words]) => words.test(path))?.[0] ?? 'train';
}

/** Paths are read as patterns: what would mean something in one stands for any sign. */
function asPattern(path: string): string {
  return path.replace(/[*?[\]{}]/g, '?');
}
