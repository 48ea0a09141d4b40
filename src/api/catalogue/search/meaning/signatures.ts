// Signatures of all vectors in memory, one after the other. The first look at a query goes through all of them.

export type Signatures = ReturnType<typeof createSignatures>;

const FIRST_ROOM = 256;

/** Signatures of one number of `words` each. */
export function createSignatures(words: number) {
  let bits = new Uint32Array(FIRST_ROOM * words);
  let positions = new Float64Array(FIRST_ROOM);
  const places = new Map<number, number>();
  let distances = new Uint16Array(FIRST_ROOM);

  function grow() {
    const room = positions.length * 2;
    const more = { bits: new Uint32Array(room * words), positions: new Float64Array(room) };
    more.bits.set(bits);
    more.positions.set(positions);
    ({ bits, positions } = more);
    distances = new Uint16Array(room);
  }

  return {
    words,
    count: () => places.size,
    positions: () => [...places.keys()],
    set(position: number, signature: Uint32Array) {
      const place = places.get(position) ?? places.size;
      if (place === positions.length) grow();
      places.set(position, place);
      positions[place] = position;
      bits.set(signature, place * words);
    },
    /** The last one takes the place of what is gone. */
    delete(position: number) {
      const place = places.get(position);
      if (place === undefined) return;
      const last = places.size - 1;
      const moved = positions[last] ?? 0;
      bits.copyWithin(place * words, last * words, (last + 1) * words);
      positions[place] = moved;
      places.set(moved, place);
      places.delete(position);
    },
    /** Some positions, from all of them alike. */
    spread(most: number): number[] {
      const count = Math.min(most, places.size);
      return Array.from({ length: count }, (_, at) => positions[Math.floor((at * places.size) / count)] ?? 0);
    },
    /** Positions of the `most` signatures that differ least from this one, in no order. */
    nearest(signature: Uint32Array, most: number): number[] {
      const size = places.size;
      if (size <= most) return Array.from(positions.subarray(0, size));
      const numbers = new Uint32Array(words * 32 + 1);
      for (let place = 0; place < size; place++) {
        let distance = 0;
        const from = place * words;
        for (let word = 0; word < words; word++)
          distance += countBits((bits[from + word] ?? 0) ^ (signature[word] ?? 0));
        distances[place] = distance;
        numbers[distance] = (numbers[distance] ?? 0) + 1;
      }
      let limit = 0;
      for (let sum = numbers[0] ?? 0; sum < most; sum += numbers[limit] ?? 0) limit++;
      const near: number[] = [];
      const onLimit: number[] = [];
      for (let place = 0; place < size; place++) {
        const distance = distances[place] ?? 0;
        if (distance < limit) near.push(positions[place] ?? 0);
        else if (distance === limit) onLimit.push(positions[place] ?? 0);
      }
      return [...near, ...onLimit.slice(0, most - near.length)];
    },
  };
}

/** How many bits are set. */
function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
