// What files say of themselves, in the words of all formats. Free of the validator.

/** What a column has in it. `unknown`: nothing was in the rows that were read, or things of several kinds. */
export const columnTypes = [
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'list',
  'object',
  'binary',
  'unknown',
] as const;
export type ColumnType = (typeof columnTypes)[number];

/** `items` is what a list has in it, where it is known. */
export type Column = { name: string; type: ColumnType; items?: ColumnType };

export const tableFormats = ['csv', 'tsv', 'jsonl', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];

export type TableFacts = {
  kind: 'table';
  format: TableFormat;
  compressed: 'gzip' | null;
  /** The first ones, at most `mostColumns`. */
  columns: Column[];
  /** How many there are. */
  column_count: number;
  /** Null where the whole was not read. */
  rows: number | null;
  /** Whether the names of the columns stand in the file. */
  header: boolean;
  /** What stands between two cells of a CSV file. */
  delimiter: string | null;
};

export const modelFormats = ['gguf', 'safetensors'] as const;
export type ModelFormat = (typeof modelFormats)[number];

export type ModelFacts = {
  kind: 'model';
  format: ModelFormat;
  name: string | null;
  architecture: string | null;
  /** As the field writes it, such as Q4_K_M. */
  quantization: string | null;
  /** Tokens. */
  context_length: number | null;
  license: string | null;
  parameters: number;
  tensors: number;
  /** What the numbers are stored as, the most frequent first. */
  dtypes: Array<{ dtype: string; tensors: number }>;
  /** What else its header says in short texts. */
  metadata: Array<{ name: string; value: string }>;
};

/** What is known of a file without anybody's word for it. */
export type FileFacts = TableFacts | ModelFacts;

/** The first rows of a table as people read them; made on the server, free of characters that move or hide others. */
export type Sample = {
  columns: Column[];
  /** As many cells in each as there are columns. */
  rows: string[][];
  /** Whether there are more rows, more columns, or longer cells. */
  truncated: boolean;
};

export const mostColumns = 200;
export const sampleLimits = { rows: 50, columns: 50, cellLetters: 200, letters: 32_000 } as const;
