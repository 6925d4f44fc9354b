import { describe, expect, it } from 'vitest';
import { takenOver } from './take-over.ts';

const by = { manager: 'k', former: 'k-client', annotation: 'last' };
const entry = (manager: string, operation: string, fieldsV1: object) => ({ manager, operation, fieldsV1 });
const take = (...managedFields: object[]) =>
  takenOver({ apiVersion: 'v1', kind: 'X', metadata: { managedFields } } as any, by);
const note = { 'f:metadata': { 'f:annotations': { 'f:last': {} } } };

describe('fields of client-side apply', () => {
  it('go to the manager of server-side apply, but for the annotation', () => {
    expect(
      take(
        entry('k', 'Apply', { 'f:data': { 'f:a': {} } }),
        entry('k-client', 'Update', {
          'f:data': { '.': {}, 'f:b': {} },
          'f:metadata': { 'f:annotations': { '.': {}, 'f:last': {}, 'f:x': {} } },
        }),
        entry('z', 'Update', {}),
      ),
    ).toEqual([
      entry('k', 'Apply', {
        'f:data': { '.': {}, 'f:a': {}, 'f:b': {} },
        'f:metadata': { 'f:annotations': { 'f:x': {} } },
      }),
      entry('k-client', 'Update', note),
      entry('z', 'Update', {}),
    ]);
  });

  it('stay where there are none, or nobody to take them', () => {
    expect(take(entry('k', 'Apply', {}), entry('k-client', 'Update', note))).toBeUndefined();
    expect(take(entry('k-client', 'Update', { 'f:data': {} }))).toBeUndefined();
  });
});
