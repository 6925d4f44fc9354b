import type { Deprecation } from '../../../server/surface/deprecation.ts';
import { compareVersions } from '../../../server/surface/version-order.ts';
import type { Definition, DefinitionVersion } from '../definition/definition.ts';

/** `example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget`. */
export function deprecationOf(
  { spec, status }: Definition,
  version: DefinitionVersion,
): Deprecation | undefined {
  if (!version.deprecated) return undefined;
  const own = version.deprecationWarning;
  return { warning: own ?? defaultWarning(spec, status.acceptedNames.kind, version), removedRelease: '' };
}

function defaultWarning(
  { group, versions }: Definition['spec'],
  kind: string,
  { name }: DefinitionVersion,
): string {
  const better = (versions ?? [])
    .filter((other) => other.served && !other.deprecated && compareVersions(other.name, name) < 0)
    .sort((a, b) => compareVersions(a.name, b.name));
  const [newest] = better;
  const hint = newest === undefined ? '' : `; use ${group}/${newest.name} ${kind}`;
  return `${group}/${name} ${kind} is deprecated${hint}`;
}
