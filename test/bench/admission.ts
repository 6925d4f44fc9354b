/** The chain of admission plugins that are on by default, for measuring what it costs a pod. */

import type { AdmissionChain } from '../../src/admission/chain.ts';
import { admissionFlags, createAdmissionChain } from '../../src/admission/create-chain.ts';
import type { AdmissionAttributes } from '../../src/admission/plugin.ts';
import { FeatureGates } from '../../src/api/gates/feature-gates.ts';
import type { Dialect } from '../../src/api/meta/dialect.ts';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { defaultRelease } from '../../src/api/meta/release.ts';
import type { Definitions } from '../../src/api/schema/schema.ts';
import { systemClock } from '../../src/util/clock.ts';
import { FlagValues } from '../../src/util/flags.ts';
import { systemRandom } from '../../src/util/random.ts';
import { MemoryObjects } from '../support/unit/memory-objects.ts';

/** What the caches answer, without what they cost: reads of them are measured elsewhere. */
function objectsOfNamespace(): MemoryObjects {
  const objects = new MemoryObjects();
  const namespace = { metadata: { name: 'default' }, spec: {}, status: { phase: 'Active' } };
  objects.lister({ resource: 'namespaces' }).put(namespace);
  objects
    .lister({ resource: 'serviceaccounts' })
    .put({ metadata: { name: 'default', namespace: 'default' } });
  return objects;
}

/** Admits a new pod as often as asked for: everything between its decoding and the rules of its kind, and after. */
export async function podAdmission(
  dialect: Dialect,
  definitions: Definitions,
): Promise<(pod: ApiObject) => Promise<void>> {
  const given = {
    clock: systemClock,
    random: systemRandom,
    dialect,
    definitions,
    release: defaultRelease,
    gates: new FeatureGates(defaultRelease),
    objects: objectsOfNamespace(),
    resources: new DisposableStack(),
    controllers: new Set<string>(),
    report: () => {},
    // Nothing that a pod meets here is written, asked of an authorizer or shown to anybody outside.
    ...({ writer: {}, authorizer: {}, versions: { of: () => [] }, webhooks: {} } as object),
  } as unknown as Parameters<typeof createAdmissionChain>[1];
  const chain: AdmissionChain = await createAdmissionChain(new FlagValues(admissionFlags, {}), given, {
    always: [],
    observe: () => {},
    observeStep: () => {},
    now: () => performance.now(),
  });
  const target = { operation: 'CREATE', group: '', resource: 'pods', subresource: '' } as const;
  const steps = chain.stepsFor(target);
  const attributes = (object: ApiObject): AdmissionAttributes =>
    ({
      ...target,
      version: 'v1',
      kind: { group: '', version: 'v1', kind: 'Pod' },
      namespace: 'default',
      name: object.metadata.name ?? '',
      user: { name: 'jane', uid: '', groups: [], extra: {} },
      dryRun: false,
      options: undefined,
      object,
      old: undefined,
      isAskedAgain: false,
      warn: () => {},
      reinvoke: () => {},
      annotate: () => {},
    }) as Partial<AdmissionAttributes> as AdmissionAttributes;
  return async (pod) => {
    await chain.admit(steps, attributes(pod));
    await chain.validate(steps, attributes(pod));
  };
}
