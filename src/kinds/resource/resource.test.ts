import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, texts, type Written } from '../../../test/support/unit/kinds.ts';
import { createErrors } from '../../../test/support/unit/validation.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { ResourceV1ResourceClaim } from '../../api/schema/types.gen.ts';
import type { KindDependencies } from '../../registry/kind-rules.ts';
import { classClaim } from './class-claim/index.ts';
import { deviceClass } from './device-class/index.ts';
import { deviceTaintRule } from './device-taint-rule/index.ts';
import { resourceClaim } from './resource-claim/index.ts';
import { resourceClaimTemplate } from './resource-claim-template/index.ts';
import { resourcePoolStatusRequest } from './resource-pool-status-request/index.ts';
import { resourceSlice } from './resource-slice/index.ts';

const of = (release: string, ...settings: string[]): KindDependencies => ({
  ...dependencies,
  gates: new FeatureGates(release, settings),
});
const newest = of('1.36');
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const aRequest =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

describe('a ResourceClaim', () => {
  const request = (change: Written): Written => ({
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu', ...change } }] } },
  });
  const devices = (change: Written): Written => ({
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }], ...change } },
  });
  const bench = new Bench(resourceClaim(newest), { metadata: metadata('c'), spec: {} }, '1.36');

  test.each<[string, Written, string[]]>([
    ['empty', {}, []],
    ['a class', request({}), []],
    ['no class', request({ deviceClassName: '' }), ['requests[0].exactly.deviceClassName: Required value']],
    [
      'all, and how many',
      request({ allocationMode: 'All', count: 2 }),
      ["requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'"],
    ],
    [
      'fewer than none',
      request({ count: -1 }),
      ['requests[0].exactly.count: Invalid value: -1: must be greater than zero'],
    ],
    [
      'another mode',
      request({ allocationMode: 'Some' }),
      [
        'requests[0].exactly.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"',
      ],
    ],
    [
      'a selector without an expression',
      request({ selectors: [{}] }),
      ['requests[0].exactly.selectors[0].cel: Required value'],
    ],
    [
      'a toleration of a value that may be any',
      request({ tolerations: [{ operator: 'Exists', value: 'v' }] }),
      ['requests[0].exactly.tolerations[0].value: Invalid value: "v": must be empty for operator `Exists`'],
    ],
    [
      'neither way to ask',
      devices({ requests: [{ name: 'gpu' }] }),
      ['requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required'],
    ],
    [
      'a name that is none, twice',
      devices({ requests: [1, 2].map(() => ({ name: 'A', exactly: { deviceClassName: 'c' } })) }),
      [
        `requests[0].name: Invalid value: "A": ${label}`,
        `requests[1].name: Invalid value: "A": ${label}`,
        'requests[1]: Duplicate value: "A"',
      ],
    ],
    [
      'a constraint on a request that is not there',
      devices({ constraints: [{ requests: ['gpu', 'nic'], matchAttribute: 'a.b/c' }] }),
      [`constraints[0].requests[1]: Invalid value: "nic": ${aRequest}`],
    ],
    [
      'an attribute without a domain',
      devices({ constraints: [{ matchAttribute: 'numa' }] }),
      [
        'constraints[0].matchAttribute: Invalid value: "numa": a fully qualified name must be a domain and a name separated by a slash',
      ],
    ],
    [
      'settings that are a list',
      devices({ config: [{ opaque: { driver: 'd', parameters: [1] } }] }),
      ['config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object'],
    ],
    [
      'devices that others use',
      request({ adminAccess: true }),
      [
        'requests[0].adminAccess: Forbidden: admin access to devices requires the `resource.orch.io/admin-access: true` label on the containing namespace',
      ],
    ],
  ])('is validated: %s', (_, change, errors) => {
    const found = bench.create(change).errors;
    expect(
      found.map((text) =>
        text.replace('spec.devices.', '').replace(/resource\.[a-z.]+\//, 'resource.orch.io/'),
      ),
    ).toEqual(errors);
  });

  test('may look at devices that others use where the namespace says so', () => {
    const { dialect } = dependencies;
    const labels = { [`resource.${dialect.label}/admin-access`]: 'true' };
    const rules = resourceClaim({ ...newest, labelsOfNamespace: () => labels });
    const admin = new Bench(rules, { metadata: metadata('c'), ...request({ adminAccess: true }) }, '1.36');
    expect(admin.create().errors).toEqual([]);
  });

  test('asks for one device by default, tolerates equal taints', () => {
    const { object } = bench.create(request({ tolerations: [{ key: 'a' }] }));
    expect(object.spec.devices.requests?.[0]?.exactly).toMatchObject({
      allocationMode: 'ExactCount',
      count: 1,
      tolerations: [{ key: 'a', operator: 'Equal' }],
    });
  });

  const noClass = 'deviceClassName: Required value';
  const noMode = 'allocationMode: Unsupported value: "": supported values: "All", "ExactCount"';
  test.each<[string, Written, string[]]>([
    ['1.36', { count: 2 }, [`exactly.${noClass}`, `exactly.${noMode}`]],
    [
      '1.36',
      { count: 2, allocationMode: 'All' },
      [
        `exactly.${noClass}`,
        "exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
      ],
    ],
    ['1.36', { count: 2, deviceClassName: 'gpu' }, []],
    ['1.32', { count: 2 }, [noClass]],
    ['1.32', {}, [noClass]],
    [
      '1.32',
      { deviceClassName: 'a/b', allocationMode: 'x' },
      [expect.stringMatching(/^deviceClassName: I/), expect.stringMatching(/^allocationMode: U/)],
    ],
  ])('%s: v1beta1 has defaults only for requests with a class: %j', (release, request, errors) => {
    const gates = release === '1.32' ? ['DynamicResourceAllocation=true'] : [];
    const rules = resourceClaim(of(release, ...gates));
    const { toStored } = Object.entries(rules.versions!).find(([name]) => name.endsWith('/v1beta1'))![1];
    const object = {
      metadata: metadata('c'),
      spec: { devices: { requests: [{ name: 'r', ...request }] } },
      status: {},
    };
    const claim = toStored!(structuredClone(object)) as ResourceV1ResourceClaim;
    rules.applyDefaults!(claim);
    expect(
      texts(createErrors(rules, claim), release).map((text) => text.replace('spec.devices.requests[0].', '')),
    ).toEqual(errors);
  });

  test('never changes what it asks for', () => {
    expect(bench.update(request({ count: 2 }), request({})).errors).toMatchObject([
      expect.stringMatching(/^spec: Invalid value: \{"Devices":\{"Requests":\[.*field is immutable$/),
    ]);
  });

  test.each<[string, Written, string]>([
    ['a list that was sent empty', { tolerations: [] }, '"Tolerations":[],"Capacity":null'],
    ['a map that was sent empty', { capacity: { requests: {} } }, '"Capacity":{"Requests":{}}'],
    ['neither', {}, '"Selectors":null'],
  ])('is shown with %s', (_, change, shown) => {
    const [error] = bench.update(request({ count: 2, ...change }), request({})).errors;
    expect(error).toContain(shown);
  });

  const result = { request: 'gpu', driver: 'd', pool: 'p', device: 'x' };
  const given = { allocation: { devices: { results: [result] } } };
  const device = { driver: 'd', pool: 'p', device: 'x' };
  const condition = (type: string, reason: string) => ({
    type,
    status: 'True',
    reason,
    message: '',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  });

  test.each<[string, Written, Written, string[]]>([
    ['is given devices', {}, given, []],
    [
      'is used by nobody before',
      {},
      { reservedFor: [{ resource: 'pods', name: 'a', uid: 'u' }] },
      ['status.reservedFor: Forbidden: may not be specified when `allocated` is not set'],
    ],
    [
      'is used once',
      given,
      { ...given, reservedFor: [1, 2].map(() => ({ resource: 'pods', name: 'a', uid: 'u' })) },
      ['status.reservedFor[1]: Duplicate value: "u"'],
    ],
    [
      'has a device of its own',
      given,
      { ...given, devices: [{ ...device, device: 'y' }] },
      [
        'status.devices[0]: Invalid value: {"Driver":"d","Pool":"p","Device":"y","ShareID":""}: must be an allocated device in the claim',
      ],
    ],
    [
      'has conditions of each type once, with a reason that is no longer than its bytes say',
      given,
      {
        ...given,
        devices: [
          {
            ...device,
            conditions: [
              condition('Ready', 'R'),
              condition('Ready', 'R'),
              condition('Warm', 'é'.repeat(513)),
            ],
          },
        ],
      },
      [
        'status.devices[0].conditions[1].type: Duplicate value: "Ready"',
        expect.stringMatching(/^status\.devices\[0\]\.conditions\[2\]\.reason: Invalid value: "é/),
        'status.devices[0].conditions[2].reason: Too long: may not be more than 1024 bytes',
      ],
    ],
    ['loses what is said of a device with it', { ...given, devices: [device] }, {}, []],
  ])('%s', (_, before, after, errors) => {
    const base = request({});
    const outcome = bench.updateStatus({ ...base, status: after }, { ...base, status: before });
    expect(outcome.errors).toEqual(errors);
  });

  test('shows its state', () => {
    const reserved = { ...given, reservedFor: [{ resource: 'pods', name: 'a', uid: 'u' }] };
    expect([{}, given, reserved].map((status) => bench.row({ status })['State'])).toEqual([
      'pending',
      'allocated',
      'allocated,reserved',
    ]);
  });
});

describe('other kinds', () => {
  const spec = { driver: 'd', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, nodeName: 'n' };
  const slice = (release: string, ...settings: string[]) =>
    new Bench(resourceSlice(of(release, ...settings)), { metadata: metadata('s'), spec }, release);
  const shared = (requestPolicy: Written): Written => ({
    spec: {
      devices: [
        { name: 'a', allowMultipleAllocations: true, capacity: { m: { value: '8Gi', requestPolicy } } },
      ],
    },
  });

  test.each<[string, string, Written, string[]]>([
    [
      'nodes named twice',
      '1.36',
      { spec: { allNodes: true } },
      [
        'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
      ],
    ],
    [
      'no nodes, before devices could say so',
      '1.32',
      { spec: { nodeName: undefined } },
      ['spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes` is required'],
    ],
    [
      'an attribute with two values',
      '1.36',
      { spec: { devices: [{ name: 'a', attributes: { x: { int: 1, bool: true } } }] } },
      [
        'spec.devices[0].attributes[x]: Invalid value: {"IntValue":1,"BoolValue":true,"StringValue":null,"VersionValue":null,"IntValues":null,"BoolValues":null,"StringValues":null,"VersionValues":null}: exactly one value must be specified',
      ],
    ],
    [
      'a version that is none',
      '1.36',
      { spec: { devices: [{ name: 'a', attributes: { x: { version: '1' } } }] } },
      [
        'spec.devices[0].attributes[x].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0',
      ],
    ],
    [
      'an amount that cannot be given',
      '1.36',
      shared({ default: '3Gi', validValues: ['1Gi', '2Gi'] }),
      [
        'spec.devices[0].capacity[m].requestPolicy.validValues: Invalid value: "3Gi": default value is not valid according to the requestPolicy',
      ],
    ],
    [
      'a range out of step',
      '1.36',
      shared({ default: '1Gi', validRange: { min: '1Gi', max: '4Gi', step: '2Gi' } }),
      [
        'spec.devices[0].capacity[m].requestPolicy.validRange.step: Invalid value: "4Gi": value is not a multiple of a given step (2Gi) from (1Gi)',
      ],
    ],
    [
      'failures without conditions',
      '1.36',
      { spec: { devices: [{ name: 'a', bindingFailureConditions: ['f'] }] } },
      [
        'spec.devices[0].bindingConditions: Invalid value: null: bindingConditions are required to use bindingFailureConditions',
      ],
    ],
    [
      'a taint that does nothing, too early',
      '1.32',
      { spec: { devices: [{ name: 'a', taints: [{ key: 'k', effect: 'None' }] }] } },
      [
        'spec.devices[0].taints[0].effect: Unsupported value: "None": supported values: "NoExecute", "NoSchedule"',
      ],
    ],
  ])('a ResourceSlice is validated: %s', (_, release, change, errors) => {
    expect(slice(release).create(change).errors).toEqual(errors);
  });

  test('a ResourceSlice keeps its driver, pool and node', () => {
    expect(slice('1.36').update({ spec: { driver: 'e', nodeName: 'o' } }).errors).toEqual([
      'spec.driver: Invalid value: "e": field is immutable',
      'spec.nodeName: Invalid value: "o": field is immutable',
    ]);
  });

  test('a DeviceClass names a resource of containers that is extended', () => {
    const bench = new Bench(deviceClass(newest), { metadata: metadata('c'), spec: {} }, '1.36');
    expect(bench.create({ spec: { extendedResourceName: 'cpu' } }).errors).toEqual([
      'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name',
    ]);
  });

  test('a ResourceClaimTemplate never changes', () => {
    const base = { metadata: metadata('t'), spec: { spec: {} } };
    const bench = new Bench(resourceClaimTemplate(newest), base, '1.36');
    expect(bench.update({ spec: { metadata: { labels: { a: 'b' } } } }).errors).toEqual([
      'spec: Invalid value: {"labels":{"a":"b"},"Spec":{"Devices":{"Requests":null,"Constraints":null,"Config":null}}}: field is immutable',
    ]);
  });

  test('a DeviceTaintRule with a new effect counts from then on', () => {
    const later = { ...of('1.36', 'DRADeviceTaintRules=true'), clock: { now: () => 60_000 } };
    const base = {
      metadata: metadata('r'),
      spec: { taint: { key: 'k', effect: 'NoSchedule', timeAdded: '1970-01-01T00:00:00Z' } },
    };
    const bench = new Bench(deviceTaintRule(later), base, '1.36');
    const outcome = bench.update({ spec: { taint: { effect: 'NoExecute' } } });
    expect([outcome.errors, outcome.object.spec.taint.timeAdded]).toEqual([[], '1970-01-01T00:01:00Z']);
  });

  test('a ResourcePoolStatusRequest is answered once', () => {
    const base = { metadata: metadata('q'), spec: { driver: 'd' } };
    const bench = new Bench(resourcePoolStatusRequest(newest), base, '1.36');
    expect(bench.create({ spec: { limit: 0 } }).errors).toEqual([
      'spec.limit: Invalid value: 0: must be greater than or equal to 1',
    ]);
    expect(bench.updateStatus({ status: {} }).errors).toEqual(['status.poolCount: Required value']);
    const answer = { status: { poolCount: 1 } };
    expect(bench.updateStatus({ status: { poolCount: 2 } }, answer).errors).toEqual([
      'status: Invalid value: null: field is immutable',
    ]);
    expect([bench.row()['Status'], bench.row()['Total']]).toEqual(['Pending', '-']);
  });

  test('a claim of 1.30 is for a resource of a class', () => {
    const base = { metadata: metadata('c'), spec: { resourceClassName: 'gpu' } };
    const bench = new Bench(classClaim(of('1.30')), base, '1.30');
    expect(bench.create().object.spec.allocationMode).toBe('WaitForFirstConsumer');
    expect(bench.updateStatus({ status: { allocation: {} } }).errors).toEqual([
      'status.driverName: Required value: must be specified when `allocation` is set',
    ]);
  });
});
