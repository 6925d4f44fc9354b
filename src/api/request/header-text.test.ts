import { expect, test } from 'vitest';
import { headerText } from './header-text.ts';

const asNodeGivesIt = (bytes: Buffer): string => bytes.toString('latin1');

test.each([
  ['plain text', Buffer.from('jane'), 'jane'],
  ['UTF-8', Buffer.from('jürgen 猫'), 'jürgen 猫'],
  ['a mark of the byte order, which is a character here', Buffer.from('\ufeffjane'), '\ufeffjane'],
  ['nothing', Buffer.from(''), ''],
  ['what is not UTF-8', Buffer.from([0x6a, 0xfc]), undefined],
])('a header value of %s is decoded', (_, bytes, text) => {
  expect(headerText(asNodeGivesIt(bytes))).toBe(text);
});
