import { beforeEach, describe, expect, it } from 'vitest';
import type { RbacV1Subject } from '../../../api/schema/types.gen.ts';
import { type Binding, SubjectIndex } from './subject-index.ts';

const subject = (kind: string, name: string, namespace?: string): RbacV1Subject =>
  ({ kind, name, ...(namespace === undefined ? {} : { namespace }) }) as RbacV1Subject;
const binding = (name: string, subjects: RbacV1Subject[], namespace = ''): Binding => ({
  namespace,
  name,
  roleRef: { apiGroup: 'g', kind: 'ClusterRole', name: 'r' },
  subjects,
});

let index: SubjectIndex;
beforeEach(() => {
  index = new SubjectIndex();
});

const grants = (name: string, groups: string[] = []): string[] =>
  [...index.grantsTo({ name, uid: '', groups, extra: {} })].map(
    ({ binding: of, subject: to }) => `${of.name} ${to.kind} ${to.name}`,
  );

describe('bindings', () => {
  it.each<[string, RbacV1Subject, string, string[], boolean]>([
    ['of the user', subject('User', 'ann'), '', ['ann'], true],
    ['of another user', subject('User', 'bob'), '', ['ann'], false],
    ['of a group of the user', subject('Group', 'g'), '', ['ann', 'f', 'g'], true],
    ['of a user that is called as the group', subject('User', 'g'), '', ['ann', 'g'], false],
    ['of a group that is called as the user', subject('Group', 'ann'), '', ['ann', 'g'], false],
    ['of a service account', subject('ServiceAccount', 's', 'n'), '', ['system:serviceaccount:n:s'], true],
    [
      'of one in the namespace of the binding',
      subject('ServiceAccount', 's'),
      'n',
      ['system:serviceaccount:n:s'],
      true,
    ],
    [
      'of one in another namespace than the binding',
      subject('ServiceAccount', 's', 'm'),
      'n',
      ['system:serviceaccount:n:s'],
      false,
    ],
    ['of one in no namespace', subject('ServiceAccount', 's'), '', ['system:serviceaccount::s'], false],
    ['of something else', subject('Robot', 'ann'), '', ['ann', 'ann'], false],
  ])('%s are found, or not', (_, of, namespace, [name, ...groups], expected) => {
    index.set(binding('b', [of], namespace));
    expect(grants(name!, groups)).toEqual(expected ? [`b ${of.kind} ${of.name}`] : []);
    expect(index.size).toBe(1);
  });

  it('that name someone in several ways are found once a way', () => {
    index.set(binding('b', [subject('User', 'ann'), subject('User', 'ann'), subject('Group', 'g')]));
    index.set(binding('c', [subject('User', 'ann')]));
    expect(grants('ann', ['g'])).toEqual(['b User ann', 'c User ann', 'b Group g']);
  });

  it('take the place of those of their name', () => {
    index.set(binding('b', [subject('User', 'ann'), subject('User', 'bob')]));
    index.set(binding('b', [subject('User', 'bob')]));
    expect([grants('ann'), grants('bob'), index.size]).toEqual([[], ['b User bob'], 1]);
  });

  it('that are deleted are found no more, and others are', () => {
    index.set(binding('b', [subject('User', 'ann'), subject('Robot', 'x')]));
    index.set(binding('c', [subject('User', 'ann')]));
    index.delete('b');
    expect([grants('ann'), index.size]).toEqual([['c User ann'], 1]);
    index.delete('b');
    index.delete('c');
    expect([grants('ann'), index.size]).toEqual([[], 0]);
  });
});
