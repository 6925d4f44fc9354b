import { expect, test } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { bundleOf } from './index.ts';

test('a bundle is named for its signer and its content', () => {
  const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
  expect(bundleOf('the authority', kubernetes)).toEqual({
    name: expect.stringMatching(/^kubernetes\.io:kube-apiserver-serving:[0-9a-f]{24}$/),
    spec: { signerName: 'kubernetes.io/kube-apiserver-serving', trustBundle: 'the authority' },
  });
  expect(bundleOf('a', kubernetes).name).not.toBe(bundleOf('b', kubernetes).name);
});
