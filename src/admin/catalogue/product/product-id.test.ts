import { expect, test } from 'vitest';
import { idOfName } from './product-id.ts';

test.each([
  ['Größe & Klang 2.0', 'grosse-klang-2-0'],
  ['  Crème brûlée!  ', 'creme-brulee'],
  ['潮汐 表', '潮汐-表'],
  ['***', ''],
  [`${'a'.repeat(59)} b c`, 'a'.repeat(59)],
])('%j suggests %j', (name, id) => expect(idOfName(name)).toBe(id));
