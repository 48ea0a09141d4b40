// Schemas of the two lists of a product that arrive as JSON: options to choose from and rows of specifications.
import { z } from 'zod';
import { type Finding, finding, issueOf } from './fault.rules.ts';
import { parseJsonCell } from './json-cell.rules.ts';
import { entryText } from './texts.rules.ts';

const MOST_ENTRIES = 100;
/** Choices of all options together: a page draws every one. */
const MOST_CHOICES = 1_000;

/** A value of JSON, or the text of it in a cell of a table; `none` where nothing is given. */
export const jsonCell = (none: unknown) =>
  z.unknown().transform((given, { issues }) => {
    const value = parseJsonCell(given, none);
    if (value !== undefined) return value;
    issues.push(issueOf(given, finding('wrong_type', { expected: 'json' })));
    return z.NEVER;
  });

/** A list that is not looked into where it is too long. */
export const shortList = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  z.array(z.unknown()).max(most, { abort: true }).pipe(z.array(entry));

const entryTextOrNumber = ({ mayBeEmpty = false } = {}) =>
  z
    .unknown()
    .transform((given, { issues }) => {
      if (typeof given !== 'number') return given;
      if (!Number.isFinite(given)) issues.push(issueOf(given, finding('not_finite')));
      return String(given);
    })
    .pipe(entryText({ mayBeEmpty }));

const choices = z
  .array(z.unknown())
  .transform((given, { issues }) => {
    if (given.length === 0) issues.push(issueOf(given, finding('empty')));
    const found = tooManyChoices(given.length, MOST_CHOICES);
    if (found) issues.push(issueOf(given, found));
    return given;
  })
  .pipe(z.array(entryTextOrNumber()))
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    for (const [at, choice] of value.entries()) {
      if (seen.has(choice)) return void issues.push(issueOf(choice, finding('choice_repeated'), [at]));
      seen.add(choice);
    }
  });

/** Options: names differ from each other, and so do the choices of each. Further keys are dropped. */
export const options = jsonCell([])
  .pipe(shortList(z.object({ name: entryText(), choices }), MOST_ENTRIES))
  .check(({ value, issues }) => {
    const names = value.map(({ name }) => name);
    const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
    if (repeated >= 0) issues.push(issueOf(value, finding('option_repeated'), [repeated, 'name']));
    let room = MOST_CHOICES;
    for (const [index, option] of value.entries()) {
      const found = tooManyChoices(option.choices.length, room);
      if (found) return void issues.push(issueOf(value, found, [index, 'choices']));
      room -= option.choices.length;
    }
  });

function tooManyChoices(count: number, room: number): Finding | null {
  return count > room ? finding('choices_too_many', { count, most: MOST_CHOICES }) : null;
}

/** Specifications: the same name may come several times. Further keys are dropped. */
export const specs = jsonCell([]).pipe(
  shortList(z.object({ name: entryText(), value: entryTextOrNumber({ mayBeEmpty: true }) }), MOST_ENTRIES),
);
