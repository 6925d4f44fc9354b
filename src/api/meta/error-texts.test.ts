import { describe, expect, it } from 'vitest';
import { goList } from '../go-format/go-syntax.ts';
import { FieldPath, invalid, notSupported, tooLong } from '../validation/field-errors.ts';
import { invalidObject } from '../validation/invalid-object.ts';
import { dns1123Label, labelValue, qualifiedName } from '../validation/names.ts';
import { ErrorTexts } from './error-texts.ts';

const long = 'a'.repeat(64);

describe('texts of errors by release', () => {
  it.each([
    ['1.31', `Too long: must have at most 5 bytes`],
    ['1.32', `Too long: may not be more than 5 bytes`],
    ['1.36', `Too long: may not be more than 5 bytes`],
  ])('%s: a length %s', (release, text) => {
    expect(new ErrorTexts(release).inWords(tooLong('a', 5).body)).toBe(text);
  });

  it.each([
    ['1.23', '.spec.size accessor error: x is of the type string, expected map[string]interface {}'],
    ['1.24', '.spec.size accessor error: x is of the type string, expected map[string]interface{}'],
  ])('%s: a value that is no object: %s', (release, text) => {
    const written = '.spec.size accessor error: x is of the type string, expected map[string]interface {}';
    expect(new ErrorTexts(release).inWords(written)).toBe(text);
  });

  it.each([
    ['1.32', 'must have at most 1 bytes', 'may not be more than 1 bytes'],
    ['1.34', 'must have at most 1 bytes', 'may not be more than 1 byte'],
  ])('%s: one byte', (release, written, text) => {
    expect(new ErrorTexts(release).inWords(`Too long: ${written}`)).toBe(`Too long: ${text}`);
  });

  it.each([
    ['1.23', 'a: Invalid value: "v": must be no more than 63 characters'],
    ['1.32', 'a: Invalid value: "v": must be no more than 63 characters'],
    ['1.34', 'a: Invalid value: "v": must be no more than 63 bytes'],
  ])('%s: values of labels: %s', (release, text) => {
    expect(new ErrorTexts(release).inWords(`a: Invalid value: "v": ${labelValue(long)[0]}`)).toBe(text);
  });

  it.each([
    ['1.32', 'name part must be no more than 63 characters', 'a qualified name must consist of'],
    ['1.34', 'name part must be no more than 63 bytes', 'a valid label key must consist of'],
  ])('%s: keys of labels: %s', (release, length, format) => {
    const texts = new ErrorTexts(release);
    expect(texts.inWords(qualifiedName(long)[0]!)).toBe(length);
    expect(texts.inWords(qualifiedName('a/b/c')[0]!).startsWith(format)).toBe(true);
  });

  it.each([
    ['1.26', 'a.b', false],
    ['1.27', 'a.b', true],
    ['1.36', 'a-1.b.c', true],
    ['1.36', 'a..b', false],
    ['1.36', 'a.-b', false],
    ['1.36', 'a.b/c', false],
  ])('%s: the label %s has dots, and no other fault: %s', (release, name, isDotted) => {
    const text = new ErrorTexts(release).inWords(invalid('a', name, dns1123Label(name)[0]!).body);
    expect(text.endsWith(': must not contain dots')).toBe(isDotted);
  });

  it.each([
    ['1.23', "found 'b', expected: '=', '!=', '==', 'in', notin'"],
    ['1.24', "found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ])('%s: a selector: %s', (release, text) => {
    const written = "found 'b', expected: '=', '!=', '==', 'in', notin'";
    expect(new ErrorTexts(release).inWords(written)).toBe(text);
  });

  it.each([
    ['1.23', 'continue key: server does not recognize this encoded version "v9"'],
    ['1.24', 'continue key: server does not recognize this encoded version v9'],
  ])('%s: a token: %s', (release, text) => {
    const written = 'continue key: server does not recognize this encoded version "v9"';
    expect(new ErrorTexts(release).inWords(written)).toBe(text);
  });

  it.each([
    ['1.32', '[]string{"all"}'],
    ['1.34', '["all"]'],
  ])('%s: a list as %s', (release, shown) => {
    const error = notSupported('dryRun', goList('string', ['all']), ['All']);
    const { message, details } = invalidObject({ group: 'g', kind: 'K' }, '', [error]).toStatus(
      new ErrorTexts(release),
    );
    const body = `Unsupported value: ${shown}: supported values: "All"`;
    expect(message).toBe(`K.g "" is invalid: dryRun: ${body}`);
    expect(details?.causes?.map((cause) => cause.message)).toEqual([body]);
  });

  it('leaves names of objects and other values as they are', () => {
    const error = invalid(FieldPath.of('a'), { b: 1 }, 'must be no more than 63 characters');
    expect(new ErrorTexts('1.36').inWords(error.body)).toBe(error.body);
  });
});
