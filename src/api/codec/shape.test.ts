import { expect, it } from 'vitest';
import { definitions } from './protobuf/testing.ts';
import { Shaper } from './shape.ts';

const deployment = definitions().kinds.find(
  ({ kind, version }) => kind === 'Deployment' && version === 'v1',
)!;

it('unknown fields are told of in the order in which they were given', () => {
  const unknown: string[] = [];
  const given = {
    x: 1,
    spec: { replicaz: 3, template: { spec: { containers: [{ name: 'a' }, { portz: [] }], y: {} } }, z: 0 },
    kind: 'Deployment',
  };
  const shaped = new Shaper(unknown).shape(given, deployment.schema, ['kind']);
  expect(unknown).toEqual([
    'x',
    'spec.replicaz',
    'spec.template.spec.containers[1].portz',
    'spec.template.spec.y',
    'spec.z',
  ]);
  expect(shaped).toEqual(new Shaper().shape(given, deployment.schema, ['kind']));
  expect(JSON.stringify(shaped)).toBe(JSON.stringify(new Shaper().shape(given, deployment.schema, ['kind'])));
});
