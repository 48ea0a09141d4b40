// The typefaces of receipts and invoices, each read once: parsing one takes longer than drawing a receipt.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

/** The name of a font that every PDF reader has, or an opened one. */
export type Typeface = { regular: string | Font; bold: string | Font };
export type { Font };

export type PdfFonts = {
  /** Typefaces of these texts: each part of one in the first that has its signs. At least one. */
  chooseFor(texts: readonly string[]): Typeface[];
};

/** In every PDF reader, so that it needs no place in the file; it knows Western Europe only. */
const plain: Typeface = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
/** Characters of its encoding, Windows-1252. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range
const plainText = /^[\u0000-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const require = createRequire(import.meta.url);

/** `ownFonts` are the operator's files (TTF, OTF, TTC or WOFF) for what the fonts of the shop cannot write, such as one for each script. */
export function openPdfFonts(ownFonts: readonly string[]): PdfFonts {
  /** Latin, Greek, Cyrillic, Hebrew, Arabic and many signs. */
  const wide = once(() => ({ regular: ofPackage('DejaVuSans'), bold: ofPackage('DejaVuSans-Bold') }));
  const own = ownFonts.map((file) =>
    once(() => {
      const font = openFont(file);
      return { regular: font, bold: font };
    }),
  );

  return {
    chooseFor(texts) {
      if (texts.every((text) => plainText.test(text))) return [plain];
      let lacking = [...new Set(texts.join('').replace(/[\s\p{Cf}]/gu, ''))].map((one) => one.codePointAt(0) ?? 0);
      const chosen: Typeface[] = [wide()];
      const without = ({ regular }: { regular: Font }) =>
        lacking.filter((point) => !regular.hasGlyphForCodePoint(point));
      lacking = without(wide());
      for (const open of own) {
        if (lacking.length === 0) break;
        const left = without(open());
        if (left.length < lacking.length) chosen.push(open());
        lacking = left;
      }
      return chosen;
    },
  };
}

function ofPackage(name: string): Font {
  return openFont(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

/** True if a receipt can be written in the font of this file. */
export function isFont(file: string): boolean {
  try {
    return openFont(file).unitsPerEm > 0;
  } catch {
    return false;
  }
}

/** Opens a font, or the first of a collection. */
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
