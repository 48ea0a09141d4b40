// Type of a file by the end of its name. Browsers are told nothing but that it is to be saved: these are for tools.
import { entryOf } from '#contract/text/entry-of.ts';

const types: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  md: 'text/markdown',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.file',
  zip: 'application/zip',
  gz: 'application/gzip',
  zst: 'application/zstd',
  tar: 'application/x-tar',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
};

export function mediaTypeOf(path: string): string {
  const end = /\.([a-z0-9]+)$/.exec(path.toLowerCase())?.[1] ?? '';
  return entryOf(types, end) ?? 'application/octet-stream';
}
