import { expect, test } from 'vitest';
import { placeInName } from './place-in-name.ts';

test.each([
  ['A10 24 GB', 'a10', 4],
  ['A100 SXM 80 GB', 'a10', 2],
  ['Federated Averaging', 'rag', 1],
  ['Document RAG Platform', 'rag', 4],
  ['Averaging by RAG', 'rag', 4],
  ['RTX 4090 (HYCONS)', 'RTX 4090', 4],
  ['RTX 3080 Ti (HYCONS)', 'rtx 3080', 3],
  ['RTX 4090 (HYCONS)', '(hyc', 2],
  ['Straße', 'stra', 2],
  ['東京の会話', '東京', 2],
  ['Kettle', '', 0],
  ['Kettle', 'h100', 0],
] as const)('[Q-11] %j has %j in place %i', (name, keyword, place) => {
  expect(placeInName(name, keyword)).toBe(place);
});
