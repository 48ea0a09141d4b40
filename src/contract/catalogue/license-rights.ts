// Rights that a license can give, by which lists are filtered (`allows=commercial`). Free of other modules: pages load it.

export const licenseRights = {
  commercial: 'Commercial use',
  redistribution: 'May be redistributed',
  training: 'Training allowed',
} as const;
export type LicenseRight = keyof typeof licenseRights;

export function isLicenseRight(text: string): text is LicenseRight {
  return Object.hasOwn(licenseRights, text);
}
