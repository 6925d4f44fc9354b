import type { Evaluator } from '../../../api/quota/evaluators/evaluator.ts';
import { Evaluators } from '../../../api/quota/evaluators/evaluators.ts';
import { quotaFeatures } from '../../../api/quota/evaluators/features.ts';
import { UsageTracker } from '../../../api/quota/usage-tracker.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin, Operation } from '../../plugin.ts';
import { isInNamespace } from '../shared/in-namespace.ts';
import { forbidden, plainError } from '../shared/refusals.ts';
import { readLimitedResources } from './configuration.ts';
import { countedTypes } from './counted-types.ts';
import { QuotaAccessor } from './quota-accessor.ts';
import { Reconciler } from './reconciler.ts';
import { QuotaExceededError, requestOf } from './request.ts';

/** That keeps the status of quotas true where it runs. */
const controller = 'resourcequota';

/** Keeps the total usage of a namespace within its ResourceQuotas. */
export const resourceQuota: PluginDescriptor = {
  name: 'ResourceQuota',
  onByDefault: true,
  flags: [],
  create: async (dependencies) => plugin(dependencies),
};

function plugin(dependencies: PluginDependencies): AdmissionPlugin {
  const { configuration, dialect, definitions, writer, gates, objects } = dependencies;
  const features = quotaFeatures(gates);
  const limited = readLimitedResources(configuration, dialect);
  const groups = new Set(definitions.kinds.map(({ group }) => group));
  // Objects of a group that is not built in are counted, whatever they are.
  const evaluators = new Evaluators(countedTypes(definitions, dialect), {
    dialect,
    features,
    objects,
    isOpen: (group) => !groups.has(group),
  });
  const tracker = dependencies.controllers.has(controller)
    ? seenQuotas(dependencies)
    : reconciledQuotas(dependencies, evaluators);
  const accessor = new QuotaAccessor(writer);
  return {
    handles: ({ subresource, operation, ...type }) => takes(evaluators.of(type), operation, subresource),
    // While the usage is not counted yet, no request passes.
    skipsNoopUpdates: ({ namespace }) => tracker.quotasOf(namespace).length === 0 && limited.length === 0,
    validate: (attributes) => {
      const { namespace, object, old, dryRun } = attributes;
      if (isInNamespace(attributes)) tracker.checkKnown(namespace);
      const quotas = tracker.quotasOf(namespace);
      if ((quotas.length === 0 && limited.length === 0) || !isInNamespace(attributes)) return;
      const evaluator = evaluators.of(attributes)!;
      if (!isCharged(evaluator, attributes)) return;
      const given = { evaluator, quotas, limited, followsScopes: features.followsScopes };
      try {
        const charges = requestOf(object!, old, given);
        if (charges.size === 0) return;
        return accessor.charge(namespace, charges, dryRun).catch((error: Error) => refuse(attributes, error));
      } catch (error) {
        refuse(attributes, error as Error);
      }
    },
  };
}

/** The quotas as they are. Nothing is counted for them here. */
const seenQuotas = ({ objects, dialect, gates, clock, resources }: PluginDependencies): UsageTracker => {
  const none = new Evaluators([], { dialect, features: quotaFeatures(gates), objects });
  return resources.use(new UsageTracker(objects, none, clock, () => {}));
};

/** The quotas, whose status is kept true. */
function reconciledQuotas(
  { objects, writer, clock, random, resources, report }: PluginDependencies,
  evaluators: Evaluators,
): UsageTracker {
  const reconciler = resources.use(new Reconciler({ tracker: () => tracker, writer, clock, random, report }));
  const changed = (namespace: string, isNew: boolean): void => reconciler.changed(namespace, isNew);
  const tracker: UsageTracker = resources.use(new UsageTracker(objects, evaluators, clock, changed, report));
  return tracker;
}

function takes(evaluator: Evaluator | undefined, operation: Operation, subresource: string): boolean {
  if (evaluator === undefined) return false;
  if (operation === 'CREATE') return subresource === '';
  return operation === 'UPDATE' && evaluator.updates.includes(subresource);
}

/** A sub-resource is there for what is charged. */
const isCharged = (evaluator: Evaluator, { object, old, subresource }: AdmissionAttributes): boolean =>
  old === undefined || subresource !== '' || (evaluator.isCharged?.(object!, old) ?? true);

function refuse(attributes: AdmissionAttributes, error: Error): never {
  if (!(error instanceof QuotaExceededError)) throw error;
  throw error.isForbidden ? forbidden(attributes, error.message) : plainError(error.message);
}
