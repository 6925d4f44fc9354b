import { expect, test } from 'vitest';
import { faultsOf, faultsOfContainer } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1Container } from '../../../api/schema/types.gen.ts';

const volumes = [
  { name: 'v', emptyDir: {} },
  { name: 'c', persistentVolumeClaim: { claimName: 'c' } },
];
const mount = { name: 'v', mountPath: '/v' };
const device = { name: 'c', devicePath: '/dev/c' };

test.each<[Partial<CoreV1Container>, ...string[]]>([
  [{ volumeMounts: [mount], volumeDevices: [device] }],
  [{ volumeMounts: [{ ...mount, subPath: 'a', readOnly: true, mountPropagation: 'None' }] }],
  [
    { volumeMounts: [{ name: '', mountPath: '' }] },
    'volumeMounts[0].name: Required value',
    'volumeMounts[0].name: Not found: ""',
    'volumeMounts[0].mountPath: Required value',
  ],
  [{ volumeMounts: [{ ...mount, name: 'x' }] }, 'volumeMounts[0].name: Not found: "x"'],
  [{ volumeMounts: [mount, mount] }, 'volumeMounts[1].mountPath: Invalid value: "/v": must be unique'],
  [
    { volumeMounts: [{ ...mount, subPath: '../a' }] },
    `volumeMounts.subPath: Invalid value: "../a": must not contain '..'`,
  ],
  [
    { volumeMounts: [{ ...mount, subPath: 'a', subPathExpr: '/b' }] },
    'volumeMounts[0].subPathExpr: Invalid value: "/b": subPathExpr and subPath are mutually exclusive',
    'volumeMounts.subPathExpr: Invalid value: "/b": must be a relative path',
  ],
  [
    { volumeMounts: [{ ...mount, mountPropagation: 'x' }] },
    'volumeMounts.mountPropagation: Unsupported value: "x": supported values: "Bidirectional", "HostToContainer", "None"',
  ],
  [
    { volumeMounts: [{ ...mount, mountPropagation: 'Bidirectional' }] },
    'volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
  ],
  [
    {
      volumeMounts: [{ ...mount, mountPropagation: 'Bidirectional' }],
      securityContext: { privileged: true },
    },
  ],
  [
    { volumeMounts: [{ name: 'c', mountPath: '/dev/c' }], volumeDevices: [device] },
    'volumeMounts[0].name: Invalid value: "c": must not already exist in volumeDevices',
    'volumeMounts[0].mountPath: Invalid value: "/dev/c": must not already exist as a path in volumeDevices',
    'volumeDevices[0].name: Invalid value: "c": must not already exist in volumeMounts',
    'volumeDevices[0].devicePath: Invalid value: "/dev/c": must not already exist as a path in volumeMounts',
  ],
  [
    { volumeDevices: [{ name: '', devicePath: '' }] },
    'volumeDevices[0].name: Required value',
    'volumeDevices[0].name: Not found: ""',
    'volumeDevices[0].devicePath: Required value',
  ],
  [
    { volumeDevices: [device, device] },
    'volumeDevices[1].name: Invalid value: "c": must be unique',
    'volumeDevices[1].devicePath: Invalid value: "/dev/c": must be unique',
  ],
  [
    { volumeDevices: [{ name: 'v', devicePath: '/a/../b' }] },
    'volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    `volumeDevices[0].devicePath: Invalid value: "/a/../b": can not contain backsteps ('..')`,
  ],
])('%j', (fields, ...expected) => {
  expect(faultsOfContainer(fields, { volumes })).toEqual(
    expected.map((text) => `spec.containers[0].${text}`),
  );
});

test('volumes have one source each, and names of their own', () => {
  const list = [
    { name: '' },
    { name: 'v', emptyDir: {} },
    { name: 'v', emptyDir: {} },
    {
      name: 'w',
      configMap: { name: 'c' },
      secret: { secretName: 's' },
      cephfs: { monitors: ['m'] },
      downwardAPI: {},
    },
  ];
  expect(faultsOf({ volumes: list })).toEqual([
    'spec.volumes[0]: Required value: must specify a volume type',
    'spec.volumes[0].name: Required value',
    'spec.volumes[2].name: Duplicate value: "v"',
    'spec.volumes[3].cephFS: Forbidden: may not specify more than 1 volume type',
    'spec.volumes[3].downwarAPI: Forbidden: may not specify more than 1 volume type',
    'spec.volumes[3].configMap: Forbidden: may not specify more than 1 volume type',
  ]);
});

test('a broken volume cannot be mounted', () => {
  const broken = [{ name: 'v', hostPath: { path: '' } }];
  expect(faultsOfContainer({ volumeMounts: [mount] }, { volumes: broken })).toEqual([
    'spec.volumes[0].hostPath.path: Required value',
    'spec.containers[0].volumeMounts[0].name: Not found: "v"',
  ]);
});
