/** The most telling word first: every Edge calls itself Chrome too, and every Chrome Safari. */
const browsers: Array<[RegExp, string]> = [
  [/Edg|Microsoft Edge/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Samsung/, 'Samsung Internet'],
  [/Brave/, 'Brave'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Chromium/, 'Chromium'],
  [/Safari/, 'Safari'],
];

const systems: Array<[RegExp, string]> = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS|Chrome ?OS/, 'ChromeOS'],
  [/macOS|Mac OS|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * Such as 'Chrome on Windows', from the line by which the account library names a device: all that its browser says of
 * itself. Another client names its device as it likes, and that name stays.
 */
export function deviceName(line: string): string {
  const find = (names: Array<[RegExp, string]>) => names.find(([sign]) => sign.test(line))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  return browser && system ? `${browser} on ${system}` : line;
}
