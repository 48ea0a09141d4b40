// Vectors as they are kept and compared: one signed byte for each dimension, and for the first look one bit, which is its sign.

const MOST = 127;
const BITS = 32;

/** Kept form of a vector. Its length says nothing: only directions are compared. */
export function toBytes(vector: Float32Array): Int8Array {
  const greatest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (greatest === 0 ? 0 : Math.round((value / greatest) * MOST)));
}

/** Words of 32 bits, one bit for each dimension: set where it is above zero. */
export function signatureOf(vector: Float32Array | Int8Array): Uint32Array {
  const signature = new Uint32Array(Math.ceil(vector.length / BITS));
  for (let at = 0; at < vector.length; at++) {
    if ((vector[at] ?? 0) <= 0) continue;
    const word = Math.floor(at / BITS);
    signature[word] = ((signature[word] ?? 0) | (1 << (at % BITS))) >>> 0;
  }
  return signature;
}

/** Cosine of the angle between two vectors of as many dimensions; 0 where one of them is nothing. */
export function similarity(a: Float32Array, b: Int8Array): number {
  let product = 0;
  let ofA = 0;
  let ofB = 0;
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB);
}

/** Fewer products say nothing of what is usual. */
const LEAST_SAMPLE = 8;
/**
 * Standard deviations from the usual, from which on a product stands out. A query that nothing fits is about as near to all: models
 * differ in how near that is, and not in this.
 */
const STANDS_OUT = 5;
const LEAST_SPREAD = 0.02;
/** Median distance from the median times this is the standard deviation of a normal distribution. */
const NORMAL = 1.4826;

/** Similarity from which on a product stands out from the others, by theirs; 0 of too few to say. */
export function leastThatStandsOut(usual: readonly number[]): number {
  if (usual.length < LEAST_SAMPLE) return 0;
  const middle = median(usual);
  const spread = NORMAL * median(usual.map((one) => Math.abs(one - middle)));
  return middle + STANDS_OUT * Math.max(spread, LEAST_SPREAD);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
