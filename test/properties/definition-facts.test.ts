import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../src/api/meta/dialect.ts';
import { compareGroupVersion } from '../support/definition-facts/compare.ts';
import { WrittenDefinitions } from '../support/definition-facts/definition-fields.ts';
import { deviations } from '../support/definition-facts/deviations.ts';
import { readFacts } from '../support/definition-facts/facts.ts';
import { FactTypes } from '../support/definition-facts/types.ts';

/** They lie beside the product where it is developed, not where it is used. */
const directory = new URL('../../../shared/facts/types', import.meta.url).pathname;

const definitions = new URL('../../api-definitions', import.meta.url).pathname;

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;

/** Group-versions whose definitions are compared with the facts. */
const compared: readonly string[] = [
  'admission.v1',
  'admission.v1beta1',
  'admissionregistration.v1',
  'admissionregistration.v1alpha1',
  'admissionregistration.v1beta1',
  'apidiscovery.v2',
  'apidiscovery.v2beta1',
  'apiextensions.v1',
  'apiextensions.v1beta1',
  'apiregistration.v1',
  'apiregistration.v1beta1',
  'apiserverinternal.v1alpha1',
  'apps.v1',
  'apps.v1beta1',
  'apps.v1beta2',
  'audit.v1',
  'authentication.v1',
  'authentication.v1alpha1',
  'authentication.v1beta1',
  'authorization.v1',
  'authorization.v1beta1',
  'autoscaling.v1',
  'autoscaling.v2',
  'autoscaling.v2beta1',
  'autoscaling.v2beta2',
  'batch.v1',
  'batch.v1beta1',
  'certificates.v1',
  'certificates.v1alpha1',
  'certificates.v1beta1',
  'coordination.v1',
  'coordination.v1alpha1',
  'coordination.v1alpha2',
  'coordination.v1beta1',
  'core.v1',
  'discovery.v1',
  'discovery.v1beta1',
  'events.v1',
  'events.v1beta1',
  'extensions.v1beta1',
  'flowcontrol.v1',
  'flowcontrol.v1alpha1',
  'flowcontrol.v1beta1',
  'flowcontrol.v1beta2',
  'flowcontrol.v1beta3',
  'imagepolicy.v1alpha1',
  'meta.v1',
  'networking.v1',
  'networking.v1alpha1',
  'networking.v1beta1',
  'node.v1',
  'node.v1alpha1',
  'node.v1beta1',
  'policy.v1',
  'policy.v1beta1',
  'rbac.v1',
  'rbac.v1alpha1',
  'rbac.v1beta1',
  'resource.v1',
  'resource.v1alpha1',
  'resource.v1alpha2',
  'resource.v1alpha3',
  'resource.v1beta1',
  'resource.v1beta2',
  'scheduling.v1',
  'scheduling.v1alpha1',
  'scheduling.v1alpha2',
  'scheduling.v1beta1',
  'storage.v1',
  'storage.v1alpha1',
  'storage.v1beta1',
  'storagemigration.v1alpha1',
  'storagemigration.v1beta1',
];

describe.skipIf(!existsSync(directory))('the definitions, where facts about them are at hand', () => {
  const files = existsSync(directory) ? readFacts(directory) : [];
  const types = new FactTypes(files);
  const releases = Array.from({ length: 14 }, (_, index) => `1.${23 + index}`);
  const views = new Map(
    files.length === 0
      ? []
      : releases.map((release) => [release, new WrittenDefinitions(definitions, dialect, release)]),
  );
  const chosen = process.env['GROUP_VERSIONS']?.split(',') ?? [...compared];

  it.each(files.filter(({ name }) => chosen.includes(name)))('of $name are as they say', (file) => {
    const expected = deviations[file.name] ?? {};
    const differences = compareGroupVersion(file, types, views);
    expect(differences.filter((difference) => !(difference in expected)).join('\n')).toBe('');
    expect(Object.keys(expected).filter((difference) => !differences.includes(difference))).toEqual([]);
  });
});
