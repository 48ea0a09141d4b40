import { type CsvError, parse } from 'csv-parse';

/** The parser of a table, fed piece by piece. */
type CsvRecords = {
  /** Comes to its end when every record of the piece was handed over. */
  feed(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
};

/**
 * Cuts a table into records: `onRecord` is given the cells, one character per byte, and the offset behind them; `onFault`
 * is told of quotes that are none.
 */
export function createCsvRecords(
  lineEnd: 10 | 13,
  { onRecord, onFault }: { onRecord: (cells: string[], end: number) => void; onFault: (error: CsvError) => void },
): CsvRecords {
  const parser = parse({
    // One character per byte: csv-parse then replaces no broken letter, and each cell is decoded strictly by the reader.
    encoding: 'latin1',
    record_delimiter: lineEnd === 10 ? ['\r\n', '\n'] : ['\r'],
    relax_column_count: true,
    skip_records_with_error: true,
    // Nothing goes down the stream itself, as a stream that fails throws away what it has not handed over yet.
    on_record(cells: string[], { bytes }) {
      onRecord(cells, bytes);
      return null;
    },
    on_skip(error) {
      if (error) onFault(error);
    },
  });
  return {
    feed: (chunk) =>
      new Promise((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    end: () => new Promise((resolve) => parser.end(resolve)),
  };
}
