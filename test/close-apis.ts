// What a test opens ends with it, and what a file opens before its tests ends with the file.
import { afterAll, afterEach, beforeEach } from 'vitest';
import { closeOpened, countOpened } from './parts/opened-apis.ts';

let before = 0;
beforeEach(() => {
  before = countOpened();
});
afterEach(() => closeOpened(before));
afterAll(() => closeOpened(0));
