import { expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { CoreV1ConfigMap } from '../../api/schema/types.gen.ts';
import { publishedConfigMap } from './published.ts';

const published = publishedConfigMap(dialects[1]!, 'the authority');
const annotations = { 'kubernetes.io/description': 'Mine.' };
const data = { 'ca.crt': 'the authority' };
const configMap = (
  content: Partial<CoreV1ConfigMap>,
  metadata: object = { annotations },
): CoreV1ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  ...content,
  metadata: { name: 'kube-root-ca.crt', creationTimestamp: null, ...metadata },
});

it.each<[string, CoreV1ConfigMap, boolean]>([
  ['the authority alone', configMap({ data }), true],
  ['binary data beside it', configMap({ data, binaryData: { x: 'eA==' } }), true],
  ['another key', configMap({ data: { ...data, more: '' } }), false],
  ['another authority', configMap({ data: { 'ca.crt': 'another' } }), false],
  ['no data', configMap({}), false],
  ['no description', configMap({ data }, { annotations: { other: 'x' } }), false],
  ['an empty description', configMap({ data }, { annotations: { 'kubernetes.io/description': '' } }), false],
])('%s', (_, present, isIn) => {
  expect(published.isIn(present)).toBe(isIn);
  expect(published.isIn(published.into(present))).toBe(true);
});

it('what is no data stays, and so does a description', () => {
  const present = configMap({ binaryData: { x: 'eA==' } }, { labels: { a: 'b' }, annotations });
  expect(published.into(present)).toEqual({ ...present, data });
});

it('is named as the volumes of pods name it', () => {
  expect(published.anew('shop')).toMatchObject({
    metadata: { name: 'kube-root-ca.crt', namespace: 'shop' },
    data,
  });
});

it('is described in the words of later releases', () => {
  const late = publishedConfigMap(dialects[1]!, 'the authority', true);
  expect(late.anew('shop')).toMatchObject({
    metadata: {
      annotations: {
        'kubernetes.io/description':
          'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
      },
    },
  });
});
