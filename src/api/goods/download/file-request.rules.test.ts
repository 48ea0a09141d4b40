import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition, readFileRequest, readRange, sentMediaType } from './file-request.rules.ts';

const changedAt = new Date('2026-11-01T12:00:00.400Z');
const file = { size: 1_000, etag: '"abc"', changedAt };
const ask = (headers: Record<string, string>, method = 'GET') =>
  readFileRequest({ method, headers: new Headers(headers) }, file);
const whole = { status: 200, first: 0, last: 999 };
const part = (first: number, last: number) => ({ status: 206, first, last });

describe('[G-08] what a request asks for of a file', () => {
  test.each<[Record<string, string>, object]>([
    [{}, whole],
    [{ range: 'bytes=0-0' }, part(0, 0)],
    [{ range: 'bytes=0-' }, part(0, 999)],
    [{ range: 'bytes=500-' }, part(500, 999)],
    [{ range: 'bytes=500-600' }, part(500, 600)],
    [{ range: 'bytes=999-999' }, part(999, 999)],
    [{ range: 'bytes=0-99999999999999999999999' }, part(0, 999)],
    [{ range: 'bytes=-1' }, part(999, 999)],
    [{ range: 'bytes=-5000' }, part(0, 999)],
    [{ range: ' Bytes = 1 - 2 ' }, part(1, 2)],
    [{ range: 'bytes=1000-' }, { status: 416 }],
    [{ range: 'bytes=99999999999999999999999-' }, { status: 416 }],
    [{ range: 'bytes=-0' }, { status: 416 }],
    // Not heeded: no range, another unit, several at once.
    [{ range: 'bytes=5-3' }, whole],
    [{ range: 'bytes=-' }, whole],
    [{ range: 'bytes' }, whole],
    [{ range: 'bytes=a-b' }, whole],
    [{ range: 'bytes=1e3-' }, whole],
    [{ range: 'bytes=--5' }, whole],
    [{ range: 'lines=0-5' }, whole],
    [{ range: 'bytes=0-1,5-6' }, whole],
    [{ range: 'bytes=2000-,3000-' }, whole],
    // A part of these bytes, or all of them.
    [{ range: 'bytes=5-', 'if-range': '"abc"' }, part(5, 999)],
    [{ range: 'bytes=5-', 'if-range': '"abd"' }, whole],
    [{ range: 'bytes=5-', 'if-range': 'W/"abc"' }, whole],
    [{ range: 'bytes=5-', 'if-range': 'Sun, 01 Nov 2026 12:00:00 GMT' }, part(5, 999)],
    [{ range: 'bytes=5-', 'if-range': 'Sun, 01 Nov 2026 12:00:01 GMT' }, whole],
    [{ range: 'bytes=5-', 'if-range': 'yesterday' }, whole],
    [{ range: 'bytes=2000-', 'if-range': '"abd"' }, whole],
    // Conditions go before ranges.
    [{ 'if-none-match': '"abc"' }, { status: 304 }],
    [{ 'if-none-match': 'W/"abc"' }, { status: 304 }],
    [{ 'if-none-match': '"x", "abc"' }, { status: 304 }],
    [{ 'if-none-match': '*' }, { status: 304 }],
    [{ 'if-none-match': '"abc"', range: 'bytes=0-1' }, { status: 304 }],
    [{ 'if-none-match': '"x"', 'if-modified-since': 'Sun, 01 Nov 2026 12:00:00 GMT' }, whole],
    [{ 'if-modified-since': 'Sun, 01 Nov 2026 12:00:00 GMT' }, { status: 304 }],
    [{ 'if-modified-since': 'Sun, 01 Nov 2026 11:59:59 GMT' }, whole],
    [{ 'if-modified-since': 'never' }, whole],
    [{ 'if-match': '"abc"', range: 'bytes=0-1' }, part(0, 1)],
    [{ 'if-match': '*' }, whole],
    [{ 'if-match': 'W/"abc"' }, { status: 412 }],
    [{ 'if-match': '"abd"' }, { status: 412 }],
    [{ 'if-unmodified-since': 'Sun, 01 Nov 2026 12:00:00 GMT' }, whole],
    [{ 'if-unmodified-since': 'Sun, 01 Nov 2026 11:00:00 GMT' }, { status: 412 }],
    [{ 'if-match': '"abc"', 'if-unmodified-since': 'Sun, 01 Nov 2026 11:00:00 GMT' }, whole],
  ])('%j', (headers, asked) => {
    expect(ask(headers)).toEqual(asked);
  });

  test('a HEAD has no ranges', () => {
    expect(ask({ range: 'bytes=5-9' }, 'HEAD')).toEqual(whole);
    expect(ask({ range: 'bytes=5000-' }, 'HEAD')).toEqual(whole);
    expect(ask({ 'if-none-match': '"abc"' }, 'HEAD')).toEqual({ status: 304 });
  });

  test('an empty file has no bytes to give parts of', () => {
    expect(readRange('bytes=0-', 0)).toEqual({ status: 416 });
    expect(readRange('bytes=-5', 0)).toBeNull();
    expect(readFileRequest({ method: 'GET', headers: new Headers() }, { ...file, size: 0 })).toEqual({
      status: 200,
      first: 0,
      last: -1,
    });
  });

  test('whatever is asked for, the part lies in the file', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^bytes=[0-9]{0,25}-[0-9]{0,25}$/), fc.nat(5_000), (range, size) => {
        const asked = readRange(range, size);
        if (!asked || !('first' in asked)) return;
        expect(asked.first).toBeGreaterThanOrEqual(0);
        expect(asked.last).toBeGreaterThanOrEqual(asked.first);
        expect(asked.last).toBeLessThan(size);
      }),
    );
  });
});

describe('[G-15] what was uploaded does not run', () => {
  test.each([
    ['text/html', 'application/octet-stream'],
    ['TEXT/HTML; charset=utf-8', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['application/javascript', 'application/octet-stream'],
    ['text/css', 'application/octet-stream'],
    ['application/xml', 'application/octet-stream'],
    ['x\r\nset-cookie: a=b', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['text/csv', 'text/csv; charset=utf-8'],
    ['application/json', 'application/json'],
    ['image/png', 'image/png'],
  ])('%j is sent as %s', (given, sent) => {
    expect(sentMediaType(given)).toBe(sent);
  });

  test.each([
    ['a/b/train.csv', 'attachment; filename="train.csv"'],
    ['Straße.txt', `attachment; filename="Stra_e.txt"; filename*=UTF-8''Stra%C3%9Fe.txt`],
    ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
    ["ü'(1)*", `attachment; filename="_'(1)*"; filename*=UTF-8''%C3%BC%27%281%29%2A`],
    ['a\r\nset-cookie: x', `attachment; filename="a__set-cookie: x"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x`],
    ['x%41.txt', `attachment; filename="x_41.txt"; filename*=UTF-8''x%2541.txt`],
    ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ])('%j is kept as %s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
    expect(() => new Headers({ 'content-disposition': contentDisposition('attachment', name) })).not.toThrow();
  });
});
