import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { StartError } from '../start-error.ts';
import { RuntimeConfig } from './runtime-config.ts';
import { servedKinds } from './served.ts';

const directory = fileURLToPath(new URL('../../../api-definitions', import.meta.url));
const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const definitions = loadDefinitions(directory, dialect);
const definitionsOf = memoized((release: string) => loadDefinitions(directory, dialect, release));

const definitionsAhead = memoized((release: string) =>
  loadDefinitions(directory, dialect, release, new FeatureGates(release), '1.36'),
);

function memoized<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key)!;
  };
}

/** `batch/v1/cronjobs`, … of what is served. */
function served(
  release: string,
  config: Record<string, string> = {},
  gates: string[] = [],
  ahead = { servesNewer: false, takesLater: false },
): string[] {
  const own = ahead.servesNewer || ahead.takesLater ? definitionsAhead(release) : definitionsOf(release);
  const runtimeConfig = new RuntimeConfig(new Map(Object.entries(config)), own, dialect);
  return servedKinds(own, runtimeConfig, new FeatureGates(release, gates), ahead).map(
    (kind) => `${apiVersionOf(kind)}/${kind.plural}`,
  );
}

const versionsOf = (plural: string, release: string, config: Record<string, string> = {}): string[] =>
  served(release, config)
    .filter((text) => text.endsWith(`/${plural}`))
    .map((text) => text.slice(0, -plural.length - 1))
    .sort();

describe('what a release serves', () => {
  it.each([
    ['1.19', ['autoscaling/v1', 'autoscaling/v2beta1', 'autoscaling/v2beta2']],
    ['1.23', ['autoscaling/v1', 'autoscaling/v2', 'autoscaling/v2beta1', 'autoscaling/v2beta2']],
    ['1.25', ['autoscaling/v1', 'autoscaling/v2', 'autoscaling/v2beta2']],
    ['1.26', ['autoscaling/v1', 'autoscaling/v2']],
  ])('at %s autoscalers come as %j', (release, expected) => {
    expect(versionsOf('horizontalpodautoscalers', release)).toEqual(expected);
  });

  it.each([
    ['1.19', ['extensions/v1beta1', 'networking.k8s.io/v1', 'networking.k8s.io/v1beta1']],
    ['1.22', ['networking.k8s.io/v1']],
  ])('at %s ingresses come as %j', (release, expected) => {
    expect(versionsOf('ingresses', release)).toEqual(expected);
  });

  describe('ahead of its time', () => {
    const newer = { servesNewer: true, takesLater: false };
    const later = { servesNewer: false, takesLater: true };
    const classes = (version: string) => `storage.k8s.io/${version}/volumeattributesclasses`;
    const deviceClasses = (version: string) => `resource.k8s.io/${version}/deviceclasses`;
    const slices = 'certificates.k8s.io/v1beta1/podcertificaterequests';

    it.each<
      [release: string, config: Record<string, string>, ahead: typeof newer, is: string[], isNot: string[]]
    >([
      ['1.33', {}, newer, [], [classes('v1'), deviceClasses('v1')]],
      [
        '1.33',
        { 'storage.k8s.io/v1beta1': 'true', 'resource.k8s.io/v1beta1': 'true' },
        newer,
        [classes('v1'), classes('v1beta1'), deviceClasses('v1'), deviceClasses('v1beta1')],
        ['admissionregistration.k8s.io/v1/mutatingadmissionpolicies', slices],
      ],
      ['1.33', { 'resource.k8s.io/v1': 'true' }, later, [deviceClasses('v1')], [classes('v1'), slices]],
      ['1.34', { 'certificates.k8s.io/v1beta1': 'true' }, later, [slices], []],
    ])('at %s with %j and %j are served %j, not %j', (release, config, ahead, is, isNot) => {
      const gates = [
        'DynamicResourceAllocation=true',
        'PodCertificateRequest=true',
        'VolumeAttributesClass=true',
      ];
      const known = gates.filter((gate) => release !== '1.33' || !gate.startsWith('PodCertificate'));
      const found = served(release, config, known, ahead);
      expect(found).toEqual(expect.arrayContaining(is));
      expect(found.filter((text) => isNot.includes(text))).toEqual([]);
    });
  });

  it('alpha versions wait for the operator', () => {
    expect(served('1.23').filter((text) => text.includes('alpha'))).toEqual([]);
    expect(served('1.23', { 'api/alpha': 'true' })).toContain(
      'internal.apiserver.k8s.io/v1alpha1/storageversions',
    );
    expect(versionsOf('roles', '1.23', { 'rbac.authorization.k8s.io/v1alpha1': 'true' })).toEqual([
      'rbac.authorization.k8s.io/v1',
      'rbac.authorization.k8s.io/v1alpha1',
    ]);
  });

  it('beta versions that came with 1.24 or later wait for the operator, older ones are there while they live', () => {
    expect(versionsOf('flowschemas', '1.26')).toEqual([
      'flowcontrol.apiserver.k8s.io/v1beta2',
      'flowcontrol.apiserver.k8s.io/v1beta3',
    ]);
    expect(versionsOf('selfsubjectreviews', '1.27')).toEqual(['authentication.k8s.io/v1']);
    expect(versionsOf('selfsubjectreviews', '1.27', { 'api/beta': 'true' })).toEqual([
      'authentication.k8s.io/v1',
      'authentication.k8s.io/v1beta1',
    ]);
    expect(versionsOf('resourceclaims', '1.32')).toEqual([]);
    expect(versionsOf('resourceclaims', '1.36')).toEqual(['resource.k8s.io/v1']);
    expect(versionsOf('resourceclaims', '1.36', { 'api/all': 'true' })).toEqual([
      'resource.k8s.io/v1',
      'resource.k8s.io/v1beta1',
      'resource.k8s.io/v1beta2',
    ]);
  });

  it('a kind whose gate is off is not there', () => {
    const config = { 'certificates.k8s.io/v1beta1': 'true' };
    const trustBundles = 'certificates.k8s.io/v1beta1/clustertrustbundles';
    expect(served('1.36', config)).not.toContain(trustBundles);
    expect(served('1.36', config, ['ClusterTrustBundle=true'])).toContain(trustBundles);
  });

  it('nothing brings back what is gone', () => {
    expect(
      versionsOf('roles', '1.23', { 'api/all': 'true', 'rbac.authorization.k8s.io/v1beta1': 'true' }),
    ).toEqual(['rbac.authorization.k8s.io/v1', 'rbac.authorization.k8s.io/v1alpha1']);
  });
});

describe('--runtime-config', () => {
  it('--runtime-config switches versions by level: api/all, api/beta', () => {
    expect(served('1.23', { 'api/beta': 'false' }).filter((text) => text.includes('beta'))).toEqual([]);
    expect(served('1.23', { 'api/ga': 'false' }).filter((text) => !text.includes('beta'))).toEqual([]);
    expect(served('1.23', { 'api/all': 'false' })).toEqual([]);
  });

  it('the narrower word counts, whatever the order', () => {
    expect(
      served('1.23', { 'api/all': 'false', 'api/v1': 'true' }).every((text) => text.startsWith('v1/')),
    ).toBe(true);
    expect(served('1.23', { 'apps/v1/deployments': 'true', 'apps/v1': 'false', 'api/ga': 'true' })).toContain(
      'apps/v1/deployments',
    );
    expect(served('1.23', { 'apps/v1/deployments': 'true', 'apps/v1': 'false' })).not.toContain(
      'apps/v1/replicasets',
    );
    expect(served('1.23', { 'batch/v1/cronjobs': 'false' })).toContain('batch/v1/jobs');
    expect(versionsOf('cronjobs', '1.23', { 'batch/v1/cronjobs': 'false' })).toEqual(['batch/v1beta1']);
    expect(served('1.23', { 'api/beta': 'false', 'policy/v1beta1': 'true' })).toContain(
      'policy/v1beta1/podsecuritypolicies',
    );
  });

  it('the core group goes by its version as well', () => {
    for (const key of ['v1', 'api/v1']) expect(served('1.23', { [key]: 'false' })).not.toContain('v1/pods');
    expect(served('1.23', { 'api/v1/pods': 'false' })).not.toContain('v1/pods');
  });

  it.each([
    ['api/gamma', 'unknown api groups api/gamma'],
    ['batch/v9', 'group version batch/v9 that has not been registered'],
    ['nothing/v1', 'unknown api groups nothing/v1'],
    ['apps', 'runtime-config invalid key apps'],
    ['apps/v9/deployments', 'group version apps/v9 that has not been registered'],
    ['api', 'runtime-config invalid key api'],
    ['/v9', 'group version v9 that has not been registered'],
    ['v1/v1', 'unknown api groups v1/v1'],
  ])('%s means nothing, which is said in one line', (key, message) => {
    const start = (): RuntimeConfig => new RuntimeConfig(new Map([[key, 'true']]), definitions, dialect);
    expect(start).toThrow(StartError);
    expect(start).toThrow(new RegExp(`^${message}$`));
  });

  it.each([
    ['1.24', 'batch/v1beta1', []],
    ['1.25', 'batch/v1beta1', ['batch/v1beta1']],
    ['1.25', 'batch/v1beta1/cronjobs', ['batch/v1beta1/cronjobs']],
    ['1.25', 'apps/v1/pods', ['apps/v1/pods']],
    ['1.25', 'api/all', []],
  ])('at %s %s=true is without an effect: %j', (release, key, expected) => {
    const gates = new FeatureGates(release);
    const own = definitionsOf(release);
    const config = new RuntimeConfig(new Map([[key, 'true']]), own, dialect);
    expect(config.unserved(servedKinds(own, config, gates))).toEqual(expected);
  });

  it('a resource type that is not there is passed over', () => {
    expect(served('1.23', { 'apps/v1/pods': 'true' })).toEqual(served('1.23', {}));
  });
});
