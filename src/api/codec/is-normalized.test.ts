import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testedRelease } from '../../../test/support/release.ts';
import { dialects } from '../meta/dialect.ts';
import { loadDefinitions } from '../schema/load.ts';
import { isNormalized } from './is-normalized.ts';
import { Normalizer } from './normalizer.ts';

const definitions = loadDefinitions(
  fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
  dialects[0]!,
  testedRelease,
);
const { schema } = definitions.kinds.find(({ kind }) => kind === 'Deployment')!;

const deployment = (): any =>
  new Normalizer().normalize(
    {
      metadata: { name: 'web', labels: { a: 'b' }, creationTimestamp: '2026-01-02T03:04:05Z' },
      spec: {
        replicas: 0,
        selector: { matchLabels: { a: 'b' } },
        strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: {
            containers: [
              { name: 'main', image: 'i:1', resources: { limits: { cpu: '100m', memory: '1Gi' } } },
            ],
          },
        },
      },
    },
    schema,
  );

describe('isNormalized', () => {
  it('is true for what the Normalizer returns, for every kind', () => {
    expect(isNormalized(deployment(), schema)).toBe(true);
    for (const { schema: ofKind, kind } of definitions.kinds) {
      expect(isNormalized(new Normalizer().normalize({}, ofKind), ofKind), kind).toBe(true);
    }
  });

  it.each<[string, (object: any) => void]>([
    ['an unknown field', (object) => (object.spec.template.more = 1)],
    ['an order of its own', (object) => (object.spec = { template: object.spec.template, ...object.spec })],
    ['a missing field', (object) => delete object.spec.template],
    ['a field at the top that is missing', (object) => delete object.status],
    ['a text for a number', (object) => (object.spec.replicas = '1')],
    ['half a number', (object) => (object.spec.replicas = 0.5)],
    ['an object for a list', (object) => (object.spec.template.spec.containers = {})],
    ['null in a list', (object) => (object.spec.template.spec.containers[0] = null)],
    ['a list for an object', (object) => (object.spec.template = [])],
    ['null for an object', (object) => (object.spec = null)],
    ['a label that is no text', (object) => (object.metadata.labels.a = 1)],
    ['a time that is none', (object) => (object.metadata.creationTimestamp = 'yesterday')],
    [
      'a quantity that is none',
      (object) => (object.spec.template.spec.containers[0].resources.limits.cpu = 'much'),
    ],
  ])('is false for an object with %s', (_title, change) => {
    const object = deployment();
    change(object);
    expect(isNormalized(object, schema)).toBe(false);
  });

  it.each([undefined, null, 1, 'x', [], true])('is false for %j', (value) => {
    expect(isNormalized(value, schema)).toBe(false);
  });
});
