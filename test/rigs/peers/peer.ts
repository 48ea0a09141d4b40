// A shop program of a comparison: how it is filled, started, asked and bought from.
import type { Question } from '../bench/closed-loop.ts';
import type { Catalogue } from './catalogue.ts';
import type { Disk } from './packages.ts';
import type { OpenProcess } from './processes.ts';

/** Questions to each, by name; pages are of those that draw them. */
export const reads = ['list', 'search', 'detail', 'list page', 'search page', 'detail page'] as const;
export type Read = (typeof reads)[number];

/** Lists have this many products. */
export const LISTED = 24;
/** Pages of a category that are asked for. */
export const LIST_PAGES = 3;

export type Questions = Partial<Record<Read, Question[]>>;

/**
 * Buys one unit of each product, from the empty cart to the placed and paid order. `refused`: the shop said no, as it does where
 * nothing is left, in these words. Anything else that goes wrong is thrown.
 */
export type Buyer = (ids: string[]) => Promise<Outcome>;
export type Outcome = 'placed' | { refused: string };

export type Place = {
  /** Folder outside the repository for packages and files. */
  folder: string;
  /** PostgreSQL to make databases on. */
  server: string;
  catalogue: Catalogue;
  buyers: number;
};

/** A program that is installed and filled. */
export type Filled = {
  /** Versions of what was installed, such as '@vendure/core 3.7.3'. */
  versions: string[];
  disk: Disk;
  /** Starts all its processes; the first of them answers visitors. */
  start: () => OpenProcess[];
  address: string;
  /** A list, whose first answer ends a start. */
  first: Question;
  /** Asked of the started program, once. */
  questions: () => Promise<Questions>;
  /** How many products an answer to 'list', 'search' or 'detail' has. */
  countIn: (read: Read, body: string) => number;
  /** Buyers of the started program, each a visitor of its own. */
  buyers: () => Promise<Buyer[]>;
  /** Requests of one order of three lines. */
  requestsOfOrder: number;
  /** Units of a product in orders that were placed, as the database has them. */
  unitsSold: (id: string) => Promise<number>;
  /** Drops the database. */
  end: () => Promise<void>;
};

export type Peer = {
  name: string;
  /** Installs, makes a new database and fills it. */
  fill: (place: Place) => Promise<Filled>;
};
