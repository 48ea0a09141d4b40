import { z } from 'zod';

/** Ends of lines, characters that a terminal obeys, that turn the reading direction, or that are half a character. */
const notOnALine = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;
const notInText = /[^\P{Cc}\n\t]|\p{Cs}/u;

/** Something that is seen: more than spaces and marks without a shape. */
const visible = /[^\s\p{Z}\p{Default_Ignorable_Code_Point}]/u;

const refusal = 'must not hold control characters';

/** Text that a person writes on one line, such as a name; spaces around it are dropped. */
export function line() {
  return z
    .string('must be text')
    .trim()
    .refine((text) => !notOnALine.test(text), refusal);
}

/** Text that a person writes on several lines; they end with a line feed, whatever system they were written on. */
export function lines() {
  return z
    .string('must be text')
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .refine((text) => !notInText.test(text), refusal);
}

/** The same where something must be written; `missing` says so. */
export function writtenLines(missing: string) {
  return lines()
    .min(1, missing)
    .refine((text) => text === '' || visible.test(text), missing);
}

const LONGEST_TIME = 40;

/** Time in UTC that the database can hold: it knows no year 0, and only so many digits of a second. */
export function storableTime() {
  const refusal = 'must be a time';
  return z.iso
    .datetime(refusal)
    .max(LONGEST_TIME, refusal)
    .refine((text) => !text.startsWith('0000'), refusal);
}
