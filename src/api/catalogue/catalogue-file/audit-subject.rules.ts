const LONGEST = 200;

/** Subject of a file in the audit log: the end of its name, which tells it from others, without half of a character. */
export function catalogueSubject(name: string): { kind: 'catalogue'; id: string } {
  const end = name.slice(-LONGEST);
  return { kind: 'catalogue', id: /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end };
}
