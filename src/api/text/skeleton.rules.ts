/** The same for two addresses that are easily taken for one another: 'a1der-1abs' and 'alderlabs'. */
export function addressSkeleton(address: string): string {
  const letters = address
    .replaceAll('-', '')
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
  return [...letters].filter((letter, at, all) => letter !== all[at - 1]).join('');
}

/** Letters of other alphabets that look like Latin ones, small capitals, letters with a stroke, and signs that are read as letters. */
const lookalikes = new Map(
  Object.entries({
    a: 'аαɑᴀꓮᎪ@',
    b: 'вβьʙƀɓꓐᏴᏏ',
    c: 'сϲᴄꓚᏟ',
    d: 'ԁᴅđɗꓓᎠᏧ',
    e: 'еεёᴇɇꓰᎬ',
    f: 'ꜰꓝ',
    g: 'ɡɢǥցꓖᏀᏳ',
    h: 'һнηʜħհꓧᎻᏂ',
    i: 'іιıɪɩɨꓲᎥ',
    j: 'јᴊɉյꓙᎫ',
    k: 'кκᴋƙꓗᏦ',
    l: 'ӏʟłƚɫꓡᏞ|',
    m: 'мμᴍꓟᎷ',
    n: 'пɴոꓠ',
    o: 'оοσᴏøɵօꓳ',
    p: 'рρᴘꓑᏢ',
    q: 'ԛզ',
    r: 'гʀɍꓣᎡᏒ',
    s: 'ѕꜱꓢᏕᏚ$',
    t: 'тτᴛŧꓔᎢ',
    u: 'υᴜʉսꓴ',
    v: 'ѵνᴠꓦᏙ',
    w: 'ԝωᴡꓪᎳᏔ',
    x: 'хχꓫ',
    y: 'уγʏɏꓬᎽ',
    z: 'ζᴢƶꓜᏃ',
  }).flatMap(([latin, others]) => [...others.toLowerCase()].map((other) => [other, latin] as const)),
);

/** The same for two names that are easily taken for one another, in whatever alphabet, case or punctuation. */
export function nameSkeleton(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const latin = [...plain].map((letter) => lookalikes.get(letter) ?? letter).join('');
  return addressSkeleton(latin.replace(/[^\p{L}\p{N}]/gu, ''));
}
