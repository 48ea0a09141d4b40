import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  [
    'macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160',
    'Chrome on macOS',
  ],
  ['Linux x86 Linux Not:A-Brand/8.0.0.0;Chromium/156.0.8078.79', 'Chromium on Linux'],
  ['Windows 15.0.0 x86 Windows Not A(Brand/8;Chromium/121.0.1;Microsoft Edge/121.0.1', 'Edge on Windows'],
  ['Android 14 Pixel 8 Android Chromium/121.0.1;Brave/121.0.1', 'Brave on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0',
    'Opera on Windows',
  ],
  ['The till in the shop', 'The till in the shop'],
  ['Unnamed device', 'Unnamed device'],
])('the device %j is shown as %j', (line, name) => {
  expect(deviceName(line)).toBe(name);
});
