// Words about named licenses: terms that SPDX does not list. Free of the validator.

export const licenseIdPattern = /^LicenseRef-[A-Za-z0-9.-]{1,100}$/;
export const licenseNameMaximum = 200;
/** In characters. */
export const licenseTextMaximum = 200_000;
export const namingDutyMaximum = 200;

/** Size of a request with the longest text, in bytes: a character may take three of them, and six as an escape of JSON. */
export const licenseMaximumBytes = 1024 * 1024;
