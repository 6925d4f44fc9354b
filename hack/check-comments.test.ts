import { expect, it } from 'vitest';
import { halfSentences } from './check-comments.ts';

it.each([
  ['/** Of the body; 0: none. */', 'Of the body; 0: none. */'],
  ['/** Those of custom resources. */', 'Those of custom resources. */'],
  ['/**\n * How often it is tried,\n * at most. */', 'How often it is tried,'],
  ['/** Why it failed. */', 'Why it failed. */'],
])('%j begins with half a sentence', (comment, text) => {
  expect(halfSentences(`const a = 1;\n\n${comment}\nconst b = 2;`)).toEqual([
    { line: 3, text: expect.stringContaining(text) },
  ]);
});

it.each([
  '/** Number of tries, at most. */',
  '/** Whether it failed. */',
  '/** Calls once. When it fails, nothing was done. */',
  '/** Asks the server. */',
  '// Of comments that are none of documentation nothing is asked.',
])('%j is whole', (comment) => {
  expect(halfSentences(comment)).toEqual([]);
});
