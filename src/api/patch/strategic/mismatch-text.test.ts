import { expect, test } from 'vitest';
import type { Schema } from '../../schema/schema.ts';
import { strategicMismatchText } from './mismatch-text.ts';

const text: Schema = { type: 'string' };

test.each<[unknown, Schema, string | undefined]>([
  ['x', { type: 'map', value: text }, 'cannot restore map from string'],
  [5, { type: 'map', value: text }, 'cannot restore map from int64'],
  [[], { type: 'map', value: text }, 'cannot restore map from slice'],
  [true, { type: 'list', element: text }, 'cannot restore slice from bool'],
  [{}, { type: 'bytes' }, 'cannot restore slice from map'],
  [1.5, { type: 'int32' }, 'cannot convert float64 to int32'],
  ['1', { type: 'int64' }, 'unrecognized type: int64'],
  [1, text, 'cannot convert int64 to string'],
  [false, text, 'unrecognized type: string'],
  ['true', { type: 'boolean' }, 'unrecognized type: bool'],
  ['1', { type: 'double' }, 'unrecognized type: float64'],
  [true, { type: 'quantity' }, undefined],
])('%j is not %j', (value, schema, problem) => expect(strategicMismatchText(value, schema)).toBe(problem));
