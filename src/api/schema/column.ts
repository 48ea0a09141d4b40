// How columns of every shelf are read and written.
import type { ColumnType } from 'kysely';

export type Json<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | null | undefined, string | null>;
export type Instant = ColumnType<Date, string | Date | undefined, string | Date>;
export type MadeByDatabase<T> = ColumnType<T, never, never>;
