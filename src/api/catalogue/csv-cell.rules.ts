// A spreadsheet runs a cell that starts like a formula. An apostrophe in front makes it text; an import takes that one
// apostrophe away again, and a cell that has apostrophes of its own gets one more, so that both ways lose nothing.

export function guardCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

export function unguardCell(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
