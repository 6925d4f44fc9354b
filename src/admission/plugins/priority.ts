import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister } from '../../api/meta/lister.ts';
import type {
  CoreV1Pod,
  SchedulingV1alpha2PodGroup,
  SchedulingV1PriorityClass,
} from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { MarkedObjects } from './shared/marked-objects.ts';
import { objectOf, oldOf, podOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';

/** A pod names a class, and gets the number behind the name. */
export const priority: PluginDescriptor = {
  name: 'Priority',
  onByDefault: true,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ objects, dialect, resources, gates }: PluginDependencies): AdmissionPlugin {
  const group = fillPlaceholders(dialect, 'scheduling.{api}');
  const classes = objects.lister<SchedulingV1PriorityClass>({ group, resource: 'priorityclasses' });
  const defaults = resources.use(new MarkedObjects(classes, ({ globalDefault }) => globalDefault === true));
  const isOfPod = (target: { group: string; resource: string }): boolean =>
    target.group === '' && target.resource === 'pods';
  const isOfGroup = (target: { group: string; resource: string }): boolean =>
    target.group === group && target.resource === 'podgroups';
  const groupsHavePriority = gates.isOn('WorkloadAwarePreemption');
  return {
    handles: (target) =>
      (target.operation === 'CREATE' || target.operation === 'UPDATE') &&
      target.subresource === '' &&
      (isOfPod(target) ||
        (target.group === group && target.resource === 'priorityclasses') ||
        (groupsHavePriority && target.operation === 'CREATE' && isOfGroup(target))),
    skipsNoopUpdates: isOfPod,
    admit: (attributes) => {
      if (isOfGroup(attributes)) return setOfGroup(attributes, classes, lowest(defaults.all()));
      if (!isOfPod(attributes)) return;
      if (attributes.operation === 'UPDATE') return keep(attributes);
      const { priorityClassName } = podOf(attributes).spec;
      if (!priorityClassName) return set(attributes, lowest(defaults.all()));
      const found = classes.get('', priorityClassName);
      if (found !== undefined) return set(attributes, found);
      return setNewest(attributes, classes, priorityClassName);
    },
    validate: (attributes) => {
      if (attributes.resource === 'priorityclasses') checkDefault(attributes, lowest(defaults.all()));
    },
  };
}

/** Two servers may each have let a default class pass. */
const lowest = (classes: readonly SchedulingV1PriorityClass[]): SchedulingV1PriorityClass | undefined =>
  classes.reduce<SchedulingV1PriorityClass | undefined>(
    (least, one) => (least === undefined || one.value < least.value ? one : least),
    undefined,
  );

async function setNewest(
  attributes: AdmissionAttributes,
  classes: Lister<SchedulingV1PriorityClass>,
  name: string,
): Promise<void> {
  const found = await classes.getFresh('', name);
  if (found === undefined) throw forbidden(attributes, `no PriorityClass with name ${name} was found`);
  set(attributes, found);
}

function set(attributes: AdmissionAttributes, chosen: SchedulingV1PriorityClass | undefined): void {
  const { spec } = podOf(attributes);
  const value = chosen?.value ?? 0;
  const policy = chosen?.preemptionPolicy ?? 'PreemptLowerPriority';
  if (isSet(spec.priority) && Number(spec.priority) !== Number(value))
    throw forbidden(
      attributes,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; ` +
        `priority admission controller computed ${value} from the given PriorityClass name`,
    );
  if (isSet(spec.preemptionPolicy) && spec.preemptionPolicy !== policy)
    throw forbidden(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; ` +
        `priority admission controller computed ${policy} from the given PriorityClass name`,
    );
  if (!spec.priorityClassName && chosen !== undefined) spec.priorityClassName = chosen.metadata.name!;
  spec.priority = value;
  spec.preemptionPolicy = policy;
}

/** A group of pods gets its number in the same way. */
async function setOfGroup(
  attributes: AdmissionAttributes,
  classes: Lister<SchedulingV1PriorityClass>,
  byDefault: SchedulingV1PriorityClass | undefined,
): Promise<void> {
  const { spec } = objectOf<SchedulingV1alpha2PodGroup>(attributes);
  const { priorityClassName: name } = spec;
  const chosen = name ? (classes.get('', name) ?? (await classes.getFresh('', name))) : byDefault;
  if (name && chosen === undefined)
    throw forbidden(attributes, `no PriorityClass with name ${name} was found`);
  const value = chosen?.value ?? 0;
  if (isSet(spec.priority) && Number(spec.priority) !== Number(value))
    throw forbidden(
      attributes,
      `priority set in the pod group (${spec.priority}) must match the priority computed (${value}) ` +
        'based on the priority class set in the spec',
    );
  if (!name && chosen !== undefined) spec.priorityClassName = chosen.metadata.name!;
  spec.priority = Number(value);
}

/** Clients from before these fields leave them out of what they send back. */
function keep(attributes: AdmissionAttributes): void {
  const { spec } = podOf(attributes);
  const { priority: value, preemptionPolicy } = oldOf<CoreV1Pod>(attributes).spec;
  if (!isSet(spec.priority) && isSet(value)) spec.priority = value!;
  if (!isSet(spec.preemptionPolicy) && isSet(preemptionPolicy)) spec.preemptionPolicy = preemptionPolicy!;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function checkDefault(attributes: AdmissionAttributes, present: SchedulingV1PriorityClass | undefined): void {
  const { globalDefault, metadata } = objectOf<SchedulingV1PriorityClass>(attributes);
  const name = present?.metadata.name;
  if (!globalDefault || name === undefined) return;
  if (attributes.operation === 'UPDATE' && name === metadata.name) return;
  throw forbidden(
    attributes,
    `PriorityClass ${name} is already marked as default. Only one default can exist`,
  );
}
