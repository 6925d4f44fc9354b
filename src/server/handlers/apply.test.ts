import type { Request } from 'express';
import { expect, test } from 'vitest';
import { signatureOf } from './apply.ts';

const yaml = 'application/apply-patch+yaml';
const signature = (originalUrl: string, type: string, body: string): string =>
  signatureOf({ request: { originalUrl, headers: { 'content-type': type } } as Request }, Buffer.from(body));

test('an apply is another one as soon as anything of it is', () => {
  const all = [
    ['/a?fieldManager=a', yaml, '{}'],
    ['/a?fieldManager=b', yaml, '{}'],
    ['/a?fieldManager=a', `${yaml}; charset=utf-8`, '{}'],
    ['/a?fieldManager=a', yaml, '{} '],
  ].map(([url, type, body]) => signature(url!, type!, body!));
  expect(new Set(all).size).toBe(4);
  expect(signature('/a?fieldManager=a', yaml, '{}')).toBe(all[0]);
});

test('what is kept of an apply is short, whatever was sent', () => {
  expect(signature(`/${'a'.repeat(100_000)}`, yaml, 'b'.repeat(100_000))).toHaveLength(44);
});
