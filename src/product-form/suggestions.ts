// Suggestions for fields of a product; anything else may be written.

export const units = ['hour', 'month', 'year', 'dataset', 'license', 'seat', 'million tokens', 'thousand requests'];
export const licenses = [
  'Apache-2.0',
  'MIT',
  'BSD-3-Clause',
  'GPL-3.0-or-later',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC0-1.0',
  'CDLA-Permissive-2.0',
  'ODbL-1.0',
];
