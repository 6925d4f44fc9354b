import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../support/audit.ts';
import { check } from './checker.ts';
import { type Write, writeOf } from './writes.ts';

/**
 * `a12` is a write of a at revision 12, at 12 s; `A12` one of the Lease, `A~12` one that gives it back; `a!12` a refused
 * write, `a-12` a deletion.
 */
function write(text: string): Write {
  const [, letter, kind, number] = /^([a-z])([~!-]?)(\d+)$/i.exec(text)!;
  const actor = letter!.toLowerCase();
  const time = Number(number) * 1_000;
  return {
    actor,
    verb: kind === '-' ? 'delete' : 'update',
    what: 'configmaps shop/c',
    status: kind === '!' ? 409 : 200,
    received: time,
    completed: time + 10,
    ...(kind === '' || kind === '~' ? { revision: Number(number) } : {}),
    ...(letter === actor ? {} : { holder: kind === '~' ? '' : `host_${actor}` }),
  };
}

const history = (text: string): Write[] => text.split(' ').map(write);

describe('the checker', () => {
  it.each<[string, string, number, number, number]>([
    ['one manager', 'A1 a2 a3 A4 a5', 0, 3, 0],
    ['one after the other', 'A1 a2 B3 b4 A5 a6', 2, 3, 0],
    ['whose lines are not in the order of the store', 'A1 b4 B3 a2', 1, 2, 0],
    ['a deletion of the leader', 'A1 a-2 B3 b-4', 1, 2, 0],
    ['a deletion that was under way when the lead changed', 'A1 B3 a-3', 1, 1, 0],
    ['a late write that was refused', 'A1 a2 B3 a!4 b5', 1, 2, 1],
    ['one after the other, that gave the Lease back', 'A1 a2 A~3 B4 b5', 1, 2, 0],
    ['a conflict of the leader', 'A1 a!2 a3', 0, 1, 0],
  ])('accepts %s', (_, text, changes, writes, refused) => {
    expect(check(history(text))).toEqual({ changes, writes, refused, faults: [] });
  });

  it.each<[string, string, string]>([
    [
      'a write of the last leader',
      'A1 a2 B3 b4 a5 b6',
      'revision 5: update of configmaps shop/c by a, when b had led since revision 3; it came at 2.00 s of that, and was answered at 2.01 s',
    ],
    [
      'a deletion by the last leader',
      'A1 a2 B3 b4 a-5',
      '1970-01-01T00:00:05.000Z: delete of configmaps shop/c by a, when b had led since revision 3; it came at 2.00 s of that, and was answered at 2.01 s',
    ],
    [
      'a write of one that never led',
      'A1 b2 a3',
      'revision 2: update of configmaps shop/c by b, when a had led since revision 1; it came at 1.00 s of that, and was answered at 1.01 s',
    ],
    [
      'a write before the first leader',
      'a1 A2',
      'revision 1: update of configmaps shop/c by a, when nothing led',
    ],
    [
      'a write after the Lease was given back',
      'A1 a2 A~3 a4 B5',
      'revision 4: update of configmaps shop/c by a, when nothing led',
    ],
    ['a history without a leader', 'a!1', 'no manager has ever led'],
  ])('finds %s', (_, text, fault) => {
    expect(check(history(text)).faults).toEqual([fault]);
  });

  it('places a write whose answer did not go out where a watch has seen it', () => {
    const seen = [{ revision: 4, what: 'configmaps shop/c' }];
    const cut = { ...write('a-9'), verb: 'create', isCut: true } as const;
    expect(check([...history('A1 a2'), cut], seen).faults).toEqual([]);
    expect(check([...history('A1 a2 B3'), cut], seen).faults).toEqual([
      'revision 4: create of configmaps shop/c by a, when b had led since revision 3; it came at 6.00 s of that, and was answered at 6.01 s',
    ]);
  });

  it('finds what was written by a manager that the log does not know', () => {
    const seen = [2, 3].map((revision) => ({ revision, what: 'configmaps shop/c' }));
    expect(check(history('A1 a2'), seen).faults).toEqual([
      'revision 3: configmaps shop/c was written by no manager',
    ]);
  });
});

describe('a write of the audit log', () => {
  const event = (more: object): AuditEvent =>
    ({
      verb: 'create',
      user: { username: 'manager-a' },
      responseStatus: { code: 201 },
      objectRef: { resource: 'configmaps', namespace: 'shop' },
      requestObject: { metadata: { name: 'c' } },
      responseObject: { kind: 'ConfigMap', metadata: { name: 'c', resourceVersion: '7' } },
      requestReceivedTimestamp: '2024-05-01T10:00:00.000000Z',
      stageTimestamp: '2024-05-01T10:00:00.010000Z',
      ...more,
    }) as unknown as AuditEvent;
  const update = (version: string) => ({
    verb: 'update',
    requestObject: { metadata: { resourceVersion: version } },
    objectRef: { resource: 'namespaces', subresource: 'finalize', name: 'shop' },
  });

  it.each<[string, object, object | undefined]>([
    ['a creation', {}, { actor: 'manager-a', what: 'configmaps shop/c', revision: 7, status: 201 }],
    ['an update', update('6'), { what: 'namespaces/finalize shop', revision: 7 }],
    ['an update that changed nothing', update('7'), { revision: undefined }],
    [
      'a refused one',
      { ...update('5'), responseStatus: { code: 409 } },
      { revision: undefined, status: 409 },
    ],
    ['a deletion', { verb: 'delete', responseObject: { kind: 'Status' } }, { revision: undefined }],
    ['a deletion of many', { verb: 'deletecollection' }, { revision: undefined }],
    ['a read', { verb: 'get' }, undefined],
    ['a question', { objectRef: { resource: 'subjectaccessreviews' } }, undefined],
    [
      'what a candidate says of the election',
      { requestObject: { reason: 'LeaderElection' }, objectRef: { resource: 'events' } },
      undefined,
    ],
    ['a token', { objectRef: { resource: 'serviceaccounts', subresource: 'token' } }, undefined],
    [
      'one of the Lease',
      {
        objectRef: { resource: 'leases', namespace: 'n', name: 'l' },
        responseObject: { metadata: { resourceVersion: '8' }, spec: { holderIdentity: 'x' } },
      },
      { revision: 8, holder: 'x' },
    ],
  ])('%s', (_, more, expected) => {
    const found = writeOf(event(more));
    if (expected === undefined) expect(found).toBeUndefined();
    else expect({ revision: undefined, ...found }).toMatchObject(expected);
  });
});
