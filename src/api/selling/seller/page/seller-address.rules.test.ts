import { expect, test } from 'vitest';
import { nameSkeleton } from '../../../text/skeleton.rules.ts';
import { nameFault } from './seller-address.rules.ts';

test.each(['ʜᴇᴀʀᴛʜ', 'ꓧꓰꓮꓣꓔꓧ', 'Ħearth', 'He@rth'])('[S-01] %s is read as the name of the marketplace', (name) => {
  expect(nameFault(name, 'Hearth')).toBe('Hearth is the marketplace itself. Choose another name.');
});

test.each(['Ałder ʟabs', 'A|der Lab$', 'Alđer Labꜱ', 'ᎪᏞᎠᎬᏒ ᏞᎪᏏᏚ', 'ꓮꓡꓓꓰꓣ ꓡꓮꓐꓢ', 'Alder\u200b Labs'])(
  '[S-01] %s looks like Alder Labs',
  (name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Alder Labs'));
  },
);

test.each(['ꓮlder Labs', 'Аlder Labs', 'Ꭺlder Labs', 'Ⲁlder Labs'])('[S-01] %s mixes alphabets', (name) => {
  expect(nameFault(name, 'Hearth')).toMatch(/mixes alphabets/);
});

test.each(['Smörgås & Co', 'Κήπος', 'Сад', '青い鳥', 'Björk Łódź'])('[S-01] %s is a name', (name) => {
  expect(nameFault(name, 'Hearth')).toBeNull();
});
