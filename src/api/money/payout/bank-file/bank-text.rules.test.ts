import { describe, expect, test } from 'vitest';
import { bankReference, bankText } from './bank-text.rules.ts';

const basic = /^[A-Za-z0-9/?:().,'+ -]+$/;

describe('texts of bank files', () => {
  test.each([
    ['Müller & Söhne GmbH', 'DE', 'Mueller + Soehne GmbH'],
    ['Müller & Söhne', 'SE', 'Muller + Sohne'],
    // Letters that were typed in two parts.
    ['Mu\u0308ller', 'AT', 'Mueller'],
    ['STRAẞE straße', 'CH', 'STRASSE strasse'],
    ['Weiß', 'FR', 'Weiss'],
    ['Ørsted Łódź Çelik İğne', 'PL', 'Orsted Lodz Celik Igne'],
    ['Иванов', 'BG', 'Ivanov'],
    ['<Bits> [One] {Two} a_b~c|d`e', 'GB', ".Bits. (One) (Two) a-b-c/d'e"],
    ['“Quotes” – and… ‘more’', 'GB', ".Quotes. - and... 'more'"],
    ['Tab\tand\u00a0space', 'GB', 'Tab and space'],
    ['Cosy 🔥 Fire', 'GB', 'Cosy Fire'],
    ['🔥🔥', 'GB', 'NOTPROVIDED'],
  ])('%s of an account in %s', (text, country, expected) => {
    expect(bankText(text, { country, longest: 70 })).toBe(expected);
  });

  test('keep their length after letters have become two, and are in the basic set whatever was typed', () => {
    const cut = bankText('ß'.repeat(70), { country: 'DE', longest: 70 });
    expect(cut).toBe('s'.repeat(70));
    for (let point = 32; point < 0x3000; point++) {
      const text = bankText(`a${String.fromCodePoint(point)}b`, { country: 'DE', longest: 70 });
      expect(text, `U+${point.toString(16)}`).toMatch(basic);
    }
    expect(bankReference('Café “Ü”', 'PO-1')).toBe('Cafe .U. PO-1');
  });
});
