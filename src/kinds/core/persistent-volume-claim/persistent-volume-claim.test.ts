import { describe, expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { Bench, created, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { persistentVolumeClaim } from './index.ts';

const claim = {
  metadata: metadata('data'),
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const bench = new Bench(persistentVolumeClaim(dependencies), claim, testedRelease, dependencies.gates);
const spec = (change: Written): Written => ({ spec: change });
const storage = (amount: string): Written => spec({ resources: { requests: { storage: amount } } });
const bound = { status: { phase: 'Bound' } };

test('a PersistentVolumeClaim gets defaults for what the client left out', () => {
  expect(bench.decode(storage('1500u'))).toMatchObject({
    spec: { volumeMode: 'Filesystem', resources: { requests: { storage: '2m' } } },
    status: { phase: 'Pending' },
  });
});

describe('a claim', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    [
      'asks for a way to mount',
      spec({ accessModes: [] }),
      ['spec.accessModes: Required value: at least 1 access mode is required'],
    ],
    ['asks for an amount', spec({ resources: undefined }), ['spec.resources[storage]: Required value']],
    [
      'asks for more than nothing',
      storage('0'),
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    ['may ask for no class', spec({ storageClassName: '' }), []],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test.each<[string, Written, boolean]>([
    ['a claim', { kind: 'PersistentVolumeClaim', name: 'a' }, true],
    ['a snapshot', { apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 'a' }, true],
    ['anything else', { apiGroup: 'example.com', kind: 'Image', name: 'a' }, false],
  ])('filled from %s', (_, dataSource, kept) => {
    const { object, errors } = bench.create(spec({ dataSource, dataSourceRef: dataSource }));
    expect(errors).toEqual([]);
    expect(object.spec.dataSource !== undefined).toBe(kept);
    expect(object.spec).not.toHaveProperty('dataSourceRef');
  });

  const annotation = (value: string) => ({
    metadata: { annotations: { 'volume.beta.orch.io/storage-class': value } },
  });
  const immutable =
    'spec: Forbidden: spec is immutable after creation except resources.requests for bound claims\n';
  const smaller = 'spec.resources.requests.storage: Forbidden: field can not be less than previous value';

  test.each<[string, Written, Written, string[]]>([
    ['gets its volume', spec({ volumeName: 'disk' }), {}, []],
    [
      'keeps its volume',
      spec({ volumeName: 'other' }),
      spec({ volumeName: 'disk' }),
      [`${immutable}-volumeName: "disk"\n+volumeName: "other"`],
    ],
    [
      'is told twice of problems of its spec',
      spec({ accessModes: [] }),
      {},
      [
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.accessModes: Required value: at least 1 access mode is required',
        expect.stringContaining(immutable),
      ],
    ],
    ['does not grow before it is bound', storage('2Gi'), {}, [expect.stringContaining(immutable)]],
    ['grows when it is bound', storage('2Gi'), bound, []],
    ['does not shrink', storage('1Mi'), bound, [smaller]],
    [
      'keeps its class',
      spec({ storageClassName: 'b' }),
      spec({ storageClassName: 'a' }),
      [`${immutable}-storageClassName: "a"\n+storageClassName: "b"`],
    ],
    ['moves its class to the field', spec({ storageClassName: 'a' }), annotation('a'), []],
    [
      'moves no other class to the field',
      spec({ storageClassName: 'b' }),
      annotation('a'),
      [
        'metadata.annotations.volume.beta.orch.io/storage-class: Invalid value: "": field is immutable',
        `${immutable}-storageClassName: null\n+storageClassName: "b"`,
      ],
    ],
    [
      'keeps the class of its annotation',
      annotation('b'),
      annotation('a'),
      ['metadata.annotations.volume.beta.orch.io/storage-class: Invalid value: "b": field is immutable'],
    ],
    [
      'keeps its mode',
      spec({ volumeMode: 'Block' }),
      {},
      [expect.stringContaining(immutable), 'volumeMode: Invalid value: "Block": field is immutable'],
    ],
  ])('updated, %s', (_, change, old, errors) => {
    expect(bench.update(change, old).errors).toEqual(errors);
  });

  test('has a status of its own', () => {
    expect(bench.create(bound).object.status).toEqual({ phase: 'Pending' });
    expect(bench.update({}, bound).object.status).toEqual({ phase: 'Bound' });
    const status = {
      phase: 'Bound',
      capacity: { storage: '-1' },
    };
    const { object, errors } = bench.updateStatus({ status, ...storage('9Gi') });
    expect(object).toMatchObject({ spec: { resources: { requests: { storage: '1Gi' } } } });
    expect(object.status).toEqual({ phase: 'Bound', capacity: { storage: '-1' } });
    expect(errors).toEqual([
      'status.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
    ]);
  });

  test.each<[string, Written, Written]>([
    [
      'what it asks for',
      spec({ storageClassName: 'fast' }),
      {
        Name: 'data',
        Status: 'Pending',
        Volume: '',
        Capacity: '',
        'Access Modes': '',
        StorageClass: 'fast',
        Age: '5m10s',
        VolumeMode: 'Filesystem',
      },
    ],
    [
      'what it got',
      {
        ...spec({ volumeName: 'disk' }),
        status: { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadOnlyMany'] },
      },
      { Status: 'Bound', Volume: 'disk', Capacity: '2Gi', 'Access Modes': 'ROX' },
    ],
    ['that it goes', { metadata: { deletionTimestamp: created } }, { Status: 'Terminating' }],
  ])('shows %s', (_, change, cells) => {
    expect(bench.row(change)).toMatchObject(cells);
  });
});

describe('what fills a claim', () => {
  const source = { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'a' };
  const abroad = { ...source, namespace: 'other' };
  const crossing = ['CrossNamespaceVolumeDataSource=true'];
  const benchOf = (release: string, given: string[] = []): typeof bench => {
    const gates = new FeatureGates(release, given);
    return new Bench(persistentVolumeClaim({ ...dependencies, gates }), claim, release, gates);
  };
  const sourcesOf = ({ dataSource, dataSourceRef }: { dataSource?: unknown; dataSourceRef?: unknown }) => ({
    dataSource,
    dataSourceRef,
  });

  test.each<[string, string[], Written, Written]>([
    ['1.24', [], { dataSource: source }, { dataSource: source, dataSourceRef: source }],
    ['1.24', [], { dataSourceRef: source }, { dataSource: source, dataSourceRef: source }],
    ['1.23', [], { dataSource: source }, { dataSource: source }],
    [
      '1.23',
      ['AnyVolumeDataSource=true'],
      { dataSource: source },
      { dataSource: source, dataSourceRef: source },
    ],
    ['1.26', [], { dataSourceRef: abroad }, {}],
    ['1.26', crossing, { dataSourceRef: abroad }, { dataSourceRef: abroad }],
  ])('at %s with %j, of %j: %j', (release, given, written, expected) => {
    expect(sourcesOf(benchOf(release, given).create(spec(written)).object.spec)).toEqual(expected);
  });

  test('stays in another namespace where it is in use', () => {
    const { object } = benchOf('1.26').update(
      spec({ dataSourceRef: abroad }),
      spec({ dataSourceRef: abroad }),
    );
    expect(object.spec.dataSourceRef).toEqual(abroad);
    const { object: without } = benchOf('1.26').update(spec({ dataSourceRef: abroad }));
    expect(without.spec).not.toHaveProperty('dataSourceRef');
  });
});
