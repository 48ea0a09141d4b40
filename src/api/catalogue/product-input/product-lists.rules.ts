// The two lists of a product that arrive as JSON: options to choose from and rows of specifications.
import type { Product } from '#contract/catalogue/product/product.ts';
import { parseJsonCell } from './json-cell.rules.ts';

type ListReading<T> = { ok: true; list: T[] } | { ok: false; reason: string };
type TextReading = { ok: true; text: string } | { ok: false; reason: string };

const MOST_ENTRIES = 100;
/** Of all options together: a page draws every one. */
const MOST_CHOICES = 1_000;
const LONGEST_TEXT = 50_000;

/** Control characters that are neither a line's end nor a tab; a table or a page has no use for them. */
const unwantedControl = /[^\P{Cc}\n\r\t]/u;

/** Options: names differ from each other, and so do the choices of each. Further keys are dropped. */
export function readOptions(given: unknown): ListReading<Product['options'][number]> {
  let room = MOST_CHOICES;
  return readList(given, 'options', (entry, at, names: Set<string>) => {
    const name = readText(entry.name, `${at}.name`);
    if (!name.ok) return name;
    if (names.has(name.text)) return refuse(`${at}.name repeats the name of an option before it`);
    names.add(name.text);
    const choices = readChoices(entry.choices, `${at}.choices`, room);
    if (!choices.ok) return choices;
    room -= choices.list.length;
    return { ok: true, entry: { name: name.text, choices: choices.list } };
  });
}

/** Specifications: the same name may come several times. Further keys are dropped. */
export function readSpecs(given: unknown): ListReading<Product['specs'][number]> {
  return readList(given, 'specs', (entry, at) => {
    const name = readText(entry.name, `${at}.name`);
    if (!name.ok) return name;
    const value = readText(entry.value, `${at}.value`, { mayBeEmpty: true, mayBeNumber: true });
    return value.ok ? { ok: true, entry: { name: name.text, value: value.text } } : value;
  });
}

type EntryReading<T> = { ok: true; entry: T } | { ok: false; reason: string };

function readList<T>(
  given: unknown,
  field: string,
  readEntry: (entry: Record<string, unknown>, at: string, seen: Set<string>) => EntryReading<T>,
): ListReading<T> {
  const value = parseJsonCell(given, []);
  if (value === undefined) return refuse(`${field} is not JSON`);
  if (!Array.isArray(value)) return refuse(`${field} is not a list`);
  if (value.length > MOST_ENTRIES) return refuse(`${field} has ${value.length} entries, at most ${MOST_ENTRIES} fit`);
  const list: T[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of value.entries()) {
    const at = `${field}[${index}]`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return refuse(`${at} is not an object`);
    const reading = readEntry(entry, at, seen);
    if (!reading.ok) return reading;
    list.push(reading.entry);
  }
  return { ok: true, list };
}

function readChoices(given: unknown, at: string, room: number): ListReading<string> {
  if (given === undefined || given === null) return refuse(`${at} is missing`);
  if (!Array.isArray(given)) return refuse(`${at} is not a list`);
  if (given.length === 0) return refuse(`${at} is empty`);
  if (given.length > room) {
    const most = MOST_CHOICES.toLocaleString('en');
    return refuse(`${at} has ${given.length} entries; all options together have at most ${most} choices`);
  }
  const choices = new Set<string>();
  for (const [index, entry] of given.entries()) {
    const choice = readText(entry, `${at}[${index}]`, { mayBeNumber: true });
    if (!choice.ok) return choice;
    if (choices.has(choice.text)) return refuse(`${at}[${index}] repeats a choice before it`);
    choices.add(choice.text);
  }
  return { ok: true, list: [...choices] };
}

function readText(given: unknown, at: string, may: { mayBeEmpty?: true; mayBeNumber?: true } = {}): TextReading {
  if (given === undefined || given === null) return refuse(`${at} is missing`);
  if (may.mayBeNumber && typeof given === 'number') {
    return Number.isFinite(given) ? { ok: true, text: String(given) } : refuse(`${at} is not a finite number`);
  }
  if (typeof given !== 'string') return refuse(`${at} is not text`);
  if (!may.mayBeEmpty && given.trim() === '') return refuse(`${at} is empty`);
  if (given.length > LONGEST_TEXT)
    return refuse(`${at} is longer than ${LONGEST_TEXT.toLocaleString('en')} characters`);
  if (!given.isWellFormed()) return refuse(`${at} is not valid Unicode`);
  if (unwantedControl.test(given)) return refuse(`${at} contains a control character`);
  return { ok: true, text: given };
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
