import { Normalizer } from '../../api/codec/normalizer.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { defaultRelease } from '../../api/meta/release.ts';
import { ownDefinitions } from '../../api/schema/definition-tree.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { apiVersionOf, type Definitions, type KindDefinition } from '../../api/schema/schema.ts';
import type { ConvertObject } from '../../cli/shared/tools.ts';
import { allKinds } from '../../kinds/index.ts';
import { VersionCodec } from '../../registry/conversion/version-codec.ts';
import { type AnyKindRules, noRules } from '../../registry/kind-rules.ts';
import { systemClock } from '../../util/clock.ts';

/** Converts objects as the server of this program would, by its definitions and rules. */
export function converter(dialect: Dialect): ConvertObject {
  const definitions = loadDefinitions(ownDefinitions(), dialect, defaultRelease);
  const rules = allKinds({ dialect, clock: systemClock, gates: new FeatureGates(defaultRelease) });
  return (object, version) => {
    const from = definitions.kinds.find(
      (one) => one.kind === object.kind && apiVersionOf(one) === object.apiVersion,
    );
    if (from === undefined) {
      throw new Error(`no kind "${object.kind}" is registered for version "${object.apiVersion}"`);
    }
    const codec = codecs(definitions, rules, from);
    const shaped = new Normalizer().normalize(object, from.schema) as ApiObject;
    const stored = codec(from).toStored({ ...shaped, kind: from.kind, apiVersion: object.apiVersion });
    return codec(target(definitions, from, version)).fromStored(stored);
  };
}

/** Codecs between the versions of one kind and the version in which it is stored. */
function codecs(
  { kinds }: Definitions,
  rules: readonly AnyKindRules[],
  { storedAs }: KindDefinition,
): (version: KindDefinition) => VersionCodec {
  const isOwn = ({ group, kind }: { group: string; kind: string }): boolean =>
    group === storedAs.group && kind === storedAs.kind;
  const ofKind = kinds.filter((one) => isOwn(one));
  // A kind that is never stored is kept in no version: any of them will do.
  const definition = ofKind.find(({ storage }) => storage) ?? ofKind[0]!;
  const resource = { definition, kind: storedAs, rules: rules.find(isOwn) ?? noRules(definition) };
  return (version) => new VersionCodec(version, resource);
}

/** The wanted version of the kind, else its newest: groups in which it lives now come before those that it came from. */
function target(
  { kinds, groupVersions }: Definitions,
  from: KindDefinition,
  version: string,
): KindDefinition {
  const same = kinds.filter(
    ({ storedAs }) => storedAs.group === from.storedAs.group && storedAs.kind === from.storedAs.kind,
  );
  const wanted = same.find((one) => apiVersionOf(one) === version);
  if (wanted !== undefined) return wanted;
  const own = same.filter(({ group }) => group === from.storedAs.group);
  const priority = (one: KindDefinition): number =>
    groupVersions.find(({ group, version: name }) => group === one.group && name === one.version)
      ?.versionPriority ?? 0;
  return (own.length > 0 ? own : same).toSorted((a, b) => priority(b) - priority(a))[0]!;
}
