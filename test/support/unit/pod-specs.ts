import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { type Dialect, dialects } from '../../../src/api/meta/dialect.ts';
import type { CoreV1Container, CoreV1PodSpec } from '../../../src/api/schema/types.gen.ts';
import { type FieldError, FieldPath, fieldErrorText } from '../../../src/api/validation/field-errors.ts';
import type { PodSpecOptions } from '../../../src/kinds/shared/pod-spec/options.ts';
import { validatePodSpec } from '../../../src/kinds/shared/pod-spec/validation.ts';
import type { ServedApi } from '../../../src/kinds/shared/served-api.ts';
import { testedRelease } from '../release.ts';

/** Valid objects for tests to break. */

export const dialect: Dialect = dialects.find(({ name }) => name === 'kubernetes')!;

/** The API of the release that is the default. */
export const servedApi: ServedApi = { dialect, gates: new FeatureGates(testedRelease) };

export const container = (fields: Partial<CoreV1Container> = {}): CoreV1Container => ({
  name: 'app',
  image: 'nginx:1.21',
  imagePullPolicy: 'IfNotPresent',
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  resources: {},
  ...fields,
});

export const podSpec = (fields: Partial<CoreV1PodSpec> = {}): CoreV1PodSpec => ({
  containers: [container()],
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  terminationGracePeriodSeconds: 30,
  schedulerName: 'default-scheduler',
  securityContext: {},
  ...fields,
});

export const texts = (errors: readonly FieldError[]): string[] => errors.map(fieldErrorText);

/** What is wrong with a valid spec of which these fields are other. */
export const faultsOf = (fields: Partial<CoreV1PodSpec>, options: PodSpecOptions = {}): string[] =>
  texts(validatePodSpec(podSpec(fields), FieldPath.of('spec'), servedApi, options));

/** What is wrong with a pod whose one container has these fields. */
export const faultsOfContainer = (
  fields: Partial<CoreV1Container>,
  spec: Partial<CoreV1PodSpec> = {},
): string[] => faultsOf({ ...spec, containers: [container(fields)] });
