import { isSentEmpty } from '../../api/json/sent-empty.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoreV1Pod, NodeV1RuntimeClass } from '../../api/schema/types.gen.ts';
import { pathSegmentName } from '../../api/validation/names.ts';
import { parseQuantity } from '../../api/values/quantity.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { entryOf, podOf } from './shared/objects.ts';
import { forbidden, plainError } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';
import { mergeTolerations } from './shared/tolerations.ts';

/** Sets overhead, node selector and tolerations of a pod from its RuntimeClass. */
export const runtimeClass: PluginDescriptor = {
  name: 'RuntimeClass',
  onByDefault: true,
  flags: [],
  create: async (given) => plugin(given),
};

type Step = (attributes: AdmissionAttributes, chosen: NodeV1RuntimeClass | undefined) => void;

function plugin({ objects, dialect, gates }: PluginDependencies): AdmissionPlugin {
  const seesEmpty = !gates.isIn('1.31');
  const type = { group: fillPlaceholders(dialect, 'node.{api}'), resource: 'runtimeclasses' };
  const classes = objects.lister<NodeV1RuntimeClass>(type);
  const withClass =
    (step: Step) =>
    (attributes: AdmissionAttributes): void | Promise<void> => {
      const name = podOf(attributes).spec.runtimeClassName;
      if (name === undefined || name === null) return step(attributes, undefined);
      checkName(name);
      const cached = classes.get('', name);
      if (cached !== undefined) return step(attributes, cached);
      return classes.getFresh('', name).then((found) => {
        if (found === undefined)
          throw forbidden(attributes, `pod rejected: RuntimeClass ${goQuote(name)} not found`);
        step(attributes, found);
      });
    };
  return {
    handles: handling('', 'pods', ['CREATE']),
    admit: withClass((attributes, chosen) => apply(attributes, chosen, seesEmpty)),
    validate: withClass(checkOverhead),
  };
}

/** Throws what a name is answered that no object can have. */
function checkName(name: string): void {
  if (name === '') throw plainError('resource name may not be empty');
  const problems = pathSegmentName(name);
  if (problems.length > 0)
    throw plainError(`invalid resource name ${goQuote(name)}: [${problems.join(' ')}]`);
}

const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** The overhead that a pod was sent with, be it empty. */
const overheadOf = (spec: CoreV1Pod['spec']): Record<string, string> | undefined =>
  spec.overhead ?? (isSentEmpty(spec, 'overhead') ? {} : undefined);

/** Fills in what the class says. Since 1.31 an overhead that was sent empty is filled in as well. */
function apply(
  attributes: AdmissionAttributes,
  chosen: NodeV1RuntimeClass | undefined,
  seesEmpty: boolean,
): void {
  const { spec } = podOf(attributes);
  const { overhead, scheduling } = chosen ?? {};
  if (overhead) {
    const given = seesEmpty ? overheadOf(spec) : spec.overhead;
    if (given && !isSame(given, overhead.podFixed)) throw forbidden(attributes, mismatch);
    if (overhead.podFixed) spec.overhead = { ...overhead.podFixed };
  }
  if (!scheduling) return;
  selectNodes(attributes, scheduling.nodeSelector ?? {});
  const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? []);
  if (tolerations.length > 0) spec.tolerations = tolerations;
}

function selectNodes(attributes: AdmissionAttributes, wanted: Readonly<Record<string, string>>): void {
  const { spec }: CoreV1Pod = podOf(attributes);
  for (const [key, value] of Object.entries(wanted)) {
    const own = entryOf(spec.nodeSelector, key);
    if (own === undefined || own === value) continue;
    const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
    throw forbidden(attributes, why);
  }
  const merged = { ...spec.nodeSelector, ...wanted };
  if (Object.keys(merged).length > 0) spec.nodeSelector = merged;
}

const checkOverhead: Step = (attributes, chosen) => {
  const overhead = overheadOf(podOf(attributes).spec);
  if (chosen?.overhead) {
    if (!isSame(overhead, chosen.overhead.podFixed)) throw forbidden(attributes, mismatch);
  } else if (overhead) {
    throw forbidden(
      attributes,
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    );
  }
};

/** The same amounts, however they are written. */
function isSame(one: Record<string, string> = {}, other: Record<string, string> = {}): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    const theirs = entryOf(other, name);
    return theirs !== undefined && parseQuantity(one[name]!).compare(parseQuantity(theirs)) === 0;
  });
}
