import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import type { Dialect } from '../../../src/api/meta/dialect.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import type { CoreV1PodTemplateSpec, MetaV1ObjectMeta } from '../../../src/api/schema/types.gen.ts';
import { type FieldError, fieldErrorText } from '../../../src/api/validation/field-errors.ts';
import type { KindDependencies, KindRules } from '../../../src/registry/kind-rules.ts';
import { testedRelease } from '../release.ts';
import { definitionsOf } from './definitions.ts';

/** What the tests of workloads share: shaped objects that are fine, to be broken in one place each. */

export const dependencies: KindDependencies = {
  dialect: dialects[0] as Dialect,
  clock: { now: () => 0 },
  gates: new FeatureGates(testedRelease),
};

const { kinds } = definitionsOf();

export const created = '2021-03-04T05:06:07Z';
/** Five minutes and ten seconds after `created`. */
export const later = Date.parse('2021-03-04T05:11:17Z');

export const objectMeta = (name: string): MetaV1ObjectMeta => ({
  name,
  namespace: 'shop',
  creationTimestamp: created,
});

export const podTemplate = (): CoreV1PodTemplateSpec => ({
  metadata: { creationTimestamp: null, labels: { app: 'web' } },
  spec: {
    containers: [
      { name: 'web', image: 'nginx:1', resources: {} },
      { name: 'log', image: 'fluentd:2', resources: {} },
    ],
  },
});

/** The object as it comes out of decoding. */
export function decoded<T extends object>(rules: KindRules<T>, object: T): T {
  kinds.find(({ group, kind }) => group === rules.group && kind === rules.kind)?.filled?.fill(object);
  rules.applyDefaults?.(object);
  return object;
}

/** The faults of a creation, as texts. */
export const createErrors = <T extends object>(rules: KindRules<T>, object: T): string[] =>
  texts(rules.validateCreate?.(decoded(rules, object)));

export const updateErrors = <T extends object>(rules: KindRules<T>, object: T, old: T): string[] =>
  texts(rules.validateUpdate?.(decoded(rules, object), decoded(rules, old)));

export const statusErrors = <T extends object>(rules: KindRules<T>, object: T, old: T): string[] =>
  texts(rules.status?.validateUpdate?.(object, old));

const texts = (errors: FieldError[] = []): string[] => errors.map(fieldErrorText);
