import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { aggregationHooks, startHooks } from './start-steps.ts';

const dialect = dialects.at(-1)!;

const namesIn = (release: string, settings: string[] = []): string[] => {
  const gates = new FeatureGates(release, settings);
  return [...startHooks(dialect, true, gates), ...aggregationHooks(dialect, false, gates)].map(
    ({ name }) => name,
  );
};

describe('hooks of a start', () => {
  it('are those of 1.23', () => {
    expect(namesIn('1.23')).toEqual([
      'start-kube-apiserver-admission-initializer',
      'generic-apiserver-start-informers',
      'priority-and-fairness-config-consumer',
      'priority-and-fairness-filter',
      'start-apiextensions-informers',
      'start-apiextensions-controllers',
      'crd-informer-synced',
      'bootstrap-controller',
      'rbac/bootstrap-roles',
      'scheduling/bootstrap-system-priority-classes',
      'priority-and-fairness-config-producer',
      'start-cluster-authentication-info-controller',
      'start-kube-aggregator-informers',
      'apiservice-registration-controller',
      'apiservice-status-available-controller',
      'kube-apiserver-autoregistration',
      'apiservice-openapi-controller',
    ]);
  });

  it('are those of 1.36', () => {
    expect(namesIn('1.36')).toEqual([
      'start-apiserver-admission-initializer',
      'generic-apiserver-start-informers',
      'priority-and-fairness-config-consumer',
      'priority-and-fairness-filter',
      'storage-object-count-tracker-hook',
      'start-apiextensions-informers',
      'start-apiextensions-controllers',
      'crd-informer-synced',
      'start-system-namespaces-controller',
      'peer-endpoint-reconciler-controller',
      'start-cluster-authentication-info-controller',
      'start-kube-apiserver-identity-lease-controller',
      'start-kube-apiserver-identity-lease-garbage-collector',
      'storage-readiness',
      'start-legacy-token-tracking-controller',
      'start-service-ip-repair-controllers',
      'rbac/bootstrap-roles',
      'scheduling/bootstrap-system-priority-classes',
      'priority-and-fairness-config-producer',
      'bootstrap-controller',
      'start-kubernetes-service-cidr-controller',
      'start-kube-aggregator-informers',
      'apiservice-status-local-available-controller',
      'apiservice-status-remote-available-controller',
      'apiservice-registration-controller',
      'apiservice-wait-for-first-sync',
      'apiservice-discovery-controller',
      'kube-apiserver-autoregistration',
      'apiservice-openapi-controller',
      'apiservice-openapiv3-controller',
    ]);
  });

  it.each([
    ['1.29', 'start-apiserver-admission-initializer', false],
    ['1.30', 'start-apiserver-admission-initializer', true],
    ['1.24', 'start-service-ip-repair-controllers', false],
    ['1.25', 'start-service-ip-repair-controllers', true],
    ['1.25', 'start-kube-apiserver-identity-lease-controller', false],
    ['1.26', 'start-kube-apiserver-identity-lease-controller', true],
    ['1.26', 'start-legacy-token-tracking-controller', false],
    ['1.27', 'start-legacy-token-tracking-controller', true],
    ['1.27', 'start-system-namespaces-controller', false],
    ['1.28', 'start-system-namespaces-controller', true],
    ['1.31', 'apiservice-status-available-controller', true],
    ['1.32', 'apiservice-status-available-controller', false],
    ['1.32', 'start-kubernetes-service-cidr-controller', false],
    ['1.33', 'start-kubernetes-service-cidr-controller', true],
    ['1.35', 'storage-readiness', false],
  ])('%s: %s: %s', (release, name, isThere) => {
    expect(namesIn(release).includes(name)).toBe(isThere);
  });
});
