// The typefaces of receipts and invoices, each read once: parsing one takes longer than drawing a receipt.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

/** The name of a font that every PDF reader has, or an opened one. */
export type Typeface = { regular: string | Font; bold: string | Font };

export type PaperFonts = {
  /** The first typeface that has a sign for every character of these texts; otherwise the one that lacks the fewest. */
  chooseFor(texts: readonly string[]): Typeface;
};

/** In every PDF reader, so that it needs no place in the file; it knows Western Europe only. */
const plain: Typeface = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
/** What it is encoded in: Windows-1252. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range
const plainText = /^[\u0000-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const require = createRequire(import.meta.url);

/** `ownFont` is the operator's file (TTF, OTF, TTC or WOFF) for what the fonts of the shop cannot write. */
export function openPaperFonts(ownFont: string | null): PaperFonts {
  /** Latin, Greek, Cyrillic, Arabic and many signs. */
  const wide = once(() => ({ regular: ofPackage('DejaVuSans'), bold: ofPackage('DejaVuSans-Bold') }));
  const own = once(() => {
    const font = ownFont && openFont(ownFont);
    return font ? { regular: font, bold: font } : null;
  });

  return {
    chooseFor(texts) {
      if (texts.every((text) => plainText.test(text))) return plain;
      const points = [...new Set(texts.join('').replace(/\s/g, ''))].map((character) => character.codePointAt(0) ?? 0);
      const lacking = ({ regular }: { regular: Font }) =>
        points.filter((point) => !regular.hasGlyphForCodePoint(point)).length;
      const ofWide = lacking(wide());
      const other = ofWide > 0 ? own() : null;
      return other && lacking(other) < ofWide ? other : wide();
    },
  };
}

function ofPackage(name: string): Font {
  return openFont(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

/** Whether a receipt can be written in the font of this file. */
export function isFont(file: string): boolean {
  try {
    return openFont(file).unitsPerEm > 0;
  } catch {
    return false;
  }
}

/** Of a collection the first. */
function openFont(file: string): Font {
  const opened = create(readFileSync(file));
  return 'fonts' in opened ? (opened.fonts[0] as Font) : opened;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
