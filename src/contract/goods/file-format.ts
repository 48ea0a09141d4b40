// Facts that files say of themselves, in the words of all formats. Free of the validator.

/** Types of columns. `unknown`: nothing was in the rows that were read, or things of several kinds. */
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
type TableFormat = (typeof tableFormats)[number];

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
  /** True if the names of the columns stand in the file. */
  header: boolean;
  /** Separator of the cells of a CSV file. */
  delimiter: string | null;
};

export const modelFormats = ['gguf', 'safetensors'] as const;
type ModelFormat = (typeof modelFormats)[number];

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
  /** Types of the stored numbers, the most frequent first. */
  dtypes: Array<{ dtype: string; tensors: number }>;
  /** Other short texts of its header. */
  metadata: Array<{ name: string; value: string }>;
};

/** Facts of a file that are known without anybody's word for them. */
export type FileFacts = TableFacts | ModelFacts;

/** The first rows of a table as people read them; made on the server, free of characters that move or hide others. */
export type Sample = {
  columns: Column[];
  /** As many cells in each as there are columns. */
  rows: string[][];
  /** True if there are more rows, more columns, or longer cells. */
  truncated: boolean;
};

export const mostColumns = 200;
export const sampleLimits = { rows: 50, columns: 50, cellLetters: 200, letters: 32_000 } as const;
