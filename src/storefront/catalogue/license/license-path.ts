/** With `sha256` the text of this hash, as an order keeps it. */
export function licensePath(licenseId: string, sha256: string | null = null): string {
  return `/licenses/${encodeURIComponent(licenseId)}${sha256 ? `?sha256=${sha256}` : ''}`;
}
