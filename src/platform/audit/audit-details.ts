// Details of an entry of the audit log, cut to the room that the table has.

type Details = Record<string, string | number | boolean | null>;

/** In characters, as JSON with the spaces that the table writes between: it takes 2,000 (migrations/0002-audit-log.sql). */
const ROOM = 1_950;

/** The same details; where they are longer than an entry may be, their longest texts are cut, all to one length. */
export function fitDetails(details: Details): Details {
  let longest = ROOM;
  let fitted = details;
  while (longest > 1 && JSON.stringify(fitted).length + Object.keys(fitted).length * 2 > ROOM) {
    longest = Math.floor(longest / 2);
    fitted = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, cut(value, longest)]));
  }
  return fitted;
}

function cut(value: Details[string], longest: number): Details[string] {
  if (typeof value !== 'string' || value.length <= longest) return value;
  // Half a pair of surrogates is nothing that the database takes.
  return `${value.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
