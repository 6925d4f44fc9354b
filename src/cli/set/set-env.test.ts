import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const source = { secretKeyRef: { name: 's', key: 'k' } };
const containers = [
  {
    name: 'web',
    env: [
      { name: 'LEVEL', value: 'info' },
      { name: 'TOKEN', valueFrom: source },
    ],
  },
  { name: 'log' },
];

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  const metadata = { name: 'web', namespace: 'default' };
  server.answers = {
    [path]: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { template: { spec: { containers } } },
    },
    '/api/v1/namespaces/default/configmaps/c': {
      metadata: { name: 'c' },
      data: { 'log.level': 'x', B: 'y' },
    },
    '/api/v1/namespaces/default/secrets/s': { metadata: { name: 's' }, data: { k: 'eA==' } },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['set', 'env', 'deploy/web', ...words]);
/** The variables of the patch, by container. */
const changed = async (...words: string[]): Promise<unknown> => {
  const { bodies, code, stderr } = await run(...words);
  expect([code, stderr]).toEqual([0, '']);
  const patched = bodies[0]?.['spec'].template.spec.containers as
    | { name: string; env: object[] }[]
    | undefined;
  return patched && Object.fromEntries(patched.map(({ name, env }) => [name, env]));
};

describe('a variable', () => {
  const level = (value: string) => ({ name: 'LEVEL', value });
  test.each<[string, string[], object | undefined]>([
    [
      'is set in all containers',
      ['A=1'],
      { web: [{ name: 'A', value: '1' }], log: [{ name: 'A', value: '1' }] },
    ],
    ['is set in one container', ['A=b=c', '-c', 'log'], { log: [{ name: 'A', value: 'b=c' }] }],
    ['may be empty', ['A=', '-c', 'log'], { log: [{ name: 'A', value: '' }] }],
    ['is given by a flag', ['-e', 'A=1', '-c', 'log'], { log: [{ name: 'A', value: '1' }] }],
    ['is changed', ['LEVEL=debug', '-c', 'web'], { web: [level('debug')] }],
    ['that has its value is left alone', ['LEVEL=info'], { log: [level('info')] }],
    [
      'loses its source for a value',
      ['TOKEN=x', '-c', 'web'],
      { web: [{ name: 'TOKEN', value: 'x', valueFrom: null }] },
    ],
    ['is taken away where it is', ['LEVEL-'], { web: [{ $patch: 'delete', name: 'LEVEL' }] }],
    ['that is nowhere is not taken away', ['NONE-'], undefined],
    [
      'comes from each key of a config map',
      ['--from=configmap/c', '--prefix=P_', '-c', 'log'],
      {
        log: [
          { name: 'P_B', value: null, valueFrom: { configMapKeyRef: { name: 'c', key: 'B' } } },
          {
            name: 'P_LOG_LEVEL',
            value: null,
            valueFrom: { configMapKeyRef: { name: 'c', key: 'log.level' } },
          },
        ],
      },
    ],
    [
      'comes from some keys',
      ['--from=cm/c', '--keys=B', '-c', 'log'],
      { log: [{ name: 'B', value: null, valueFrom: { configMapKeyRef: { name: 'c', key: 'B' } } }] },
    ],
    [
      'comes from a secret',
      ['--from=secret/s', '-c', 'log'],
      { log: [{ name: 'K', value: null, valueFrom: source }] },
    ],
  ])('%s', async (_, words, expected) => {
    expect(await changed(...words)).toEqual(expected);
  });

  test.each([
    [['LEVEL=debug', '--overwrite=false'], "'LEVEL' already has a value (info), and --overwrite is false"],
    [['A=1', '-c', 'none'], 'Deployment web does not have any containers matching "none"'],
    [[], 'at least one environment variable must be provided'],
    [['--from=c'], '--from must name a ConfigMap or a Secret: configmap/NAME, secret/NAME'],
    [['--from=cm/c/d'], '--from must name a ConfigMap or a Secret: configmap/NAME, secret/NAME'],
    [['--from=pod/c'], 'unsupported resource specified in --from: pods'],
  ])('is not set by %j', async (words, message) => {
    expect(await run(...words)).toMatchObject({ code: 1, stderr: `error: ${message}\n`, bodies: [] });
  });
});

test('variables are listed with where they come from', async () => {
  const { stdout, bodies } = await run('--list');
  expect(stdout).toBe(
    '# Deployment web, container web\nLEVEL=info\n# TOKEN from secretKeyRef\n# Deployment web, container log\n',
  );
  expect(bodies).toEqual([]);
});
