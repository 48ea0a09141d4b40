// APIs that a test opens end with it, and those that a file opens before its tests end with the file.
import { afterAll, afterEach, beforeEach } from 'vitest';
import { closeOpened, countOpened } from './parts/opened-apis.ts';

let before = 0;
beforeEach(() => {
  before = countOpened();
});
afterEach(() => closeOpened(before));
afterAll(() => closeOpened(0));
