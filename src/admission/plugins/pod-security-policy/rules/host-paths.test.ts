import { expect, it } from 'vitest';
import { dialects } from '../../../../api/meta/dialect.ts';
import { FieldPath } from '../../../../api/validation/field-errors.ts';
import { HostPaths } from './host-paths.ts';
import { outsideRanges, type PodCase } from './rule.ts';

interface Prefix {
  pathPrefix?: string;
  readOnly?: boolean;
}

function pathsOf(allowedHostPaths: Prefix[], mounts: object[] = []): HostPaths {
  const container = { name: 'app', volumeMounts: mounts };
  const given = {
    policy: { spec: { allowedHostPaths } },
    pod: { spec: { containers: [container] } },
    dialect: dialects[0]!,
  };
  return new HostPaths(given as unknown as PodCase);
}

const at = FieldPath.of('volumes');
const check = (paths: HostPaths, path: string): string[] =>
  paths.check('data', path, at).map(({ body }) => body.replace(/^.*: /, ''));

const refused = 'is not allowed to be used';

it.each([
  [[], '/anything', []],
  [[{ pathPrefix: '/foo' }], '/foo', []],
  [[{ pathPrefix: '/foo' }], '/foo/bar', []],
  [[{ pathPrefix: '/foo/' }], '/foo/bar/', []],
  [[{ pathPrefix: '/foo' }], '/foobar', [refused]],
  [[{ pathPrefix: '/foo/bar' }], '/foo', [refused]],
  [[{ pathPrefix: '/' }], '/foo', []],
  [[{ pathPrefix: '/foo', readOnly: true }], '/foo', ['must be read-only']],
  // One of those that cover it lets it be written to.
  [[{ pathPrefix: '/foo', readOnly: true }, { pathPrefix: '/foo/bar' }], '/foo/bar/a', []],
  [[{ pathPrefix: '/foo', readOnly: true }, { pathPrefix: '/foo/bar' }], '/foo/a', ['must be read-only']],
  [[{ pathPrefix: '/foo', readOnly: true }, { pathPrefix: '/foo' }], '/foo', []],
])('a policy that allows %j, asked about %s: %j', (allowed, path, errors) => {
  const mounts = [
    { name: 'data', mountPath: '/a', readOnly: true },
    { name: 'data', mountPath: '/b' },
    { name: 'other', mountPath: '/c' },
  ];
  expect(check(pathsOf(allowed as Prefix[], mounts), path)).toEqual(errors);
});

it('many volumes below many prefixes with many mounts are looked at once each', () => {
  const size = 20_000;
  const prefixes = Array.from({ length: size }, (_, n) => ({ pathPrefix: `/p${n}`, readOnly: true }));
  const mounts = Array.from({ length: size }, (_, n) => ({ name: `v${n}`, mountPath: `/m${n}` }));
  const paths = pathsOf(prefixes, mounts);
  const start = process.cpuUsage();
  for (let n = 0; n < size; n++) expect(paths.check(`v${n}`, `/p${n}/a`, at).length).toBe(1);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(5);
});

it.each([
  [[], [1], [true]],
  [[{ min: 1, max: 5 }], [0, 1, 3, 5, 6], [true, false, false, false, true]],
  [
    [
      { min: 10, max: 20 },
      { min: 1, max: 100 },
      { min: 30, max: 40 },
    ],
    [50, 0, 100, 101],
    [false, true, false, true],
  ],
  [
    [
      { min: 30, max: 40 },
      { min: 1, max: 5 },
    ],
    [4, 20, 35, 41],
    [false, true, false, true],
  ],
])('ranges %j: which of %j are outside', (ranges, ids, outside) => {
  expect(ids.map(outsideRanges(ranges))).toEqual(outside);
});
