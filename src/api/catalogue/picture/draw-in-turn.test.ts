import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDrawInTurn } from './draw-in-turn.ts';

type Sent = { sellerId: string; accountId: string; red: number };

/** Sends all pictures in one go, in this order; the names of those that were drawn or refused, in the order of their answers. */
async function drawAll(sent: Sent[]): Promise<string[]> {
  const drawInTurn = createDrawInTurn();
  const files = await Promise.all(
    sent.map(({ red }) =>
      sharp({ create: { width: 400, height: 400, channels: 3, background: { r: red, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  );
  const answered: string[] = [];
  async function send({ sellerId, accountId, red }: Sent, bytes: Buffer) {
    const drawn = await drawInTurn({ sellerId, accountId }, bytes);
    answered.push(`${sellerId} ${drawn.ok ? red : 'busy'}`);
  }
  await Promise.all(sent.map((picture, index) => send(picture, files[index] as Buffer)));
  return answered;
}

const theirs = { sellerId: 'theirs', accountId: 'other', red: 9 };

test('[S-06] shops take turns: a picture of another one is drawn before the third of a shop that has sent many', async () => {
  const ours = [1, 2, 3, 4, 5].map((red) => ({ sellerId: 'ours', accountId: `member-${red}`, red }));
  const answered = await drawAll([...ours, theirs]);
  expect(answered).toHaveLength(6);
  expect(answered.indexOf('theirs 9')).toBeLessThan(answered.indexOf('ours 3'));
});

test('[S-06] many shops of one account take turns as if they were one', async () => {
  const ours = ['a', 'b', 'c', 'd', 'e'].map((sellerId, red) => ({ sellerId, accountId: 'ada', red }));
  const answered = await drawAll([...ours, theirs]);
  expect(answered).toContain('e busy');
  expect(answered.indexOf('theirs 9')).toBeLessThan(answered.indexOf('c 2'));
});
