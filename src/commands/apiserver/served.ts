import type { Definitions, GroupVersionDefinition, KindDefinition } from '../../api/schema/schema.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { VersionForm } from '../../server/version-form.ts';
import { ApiSurface, type ServedGroupVersion } from '../../server/api-surface.ts';

/** What of the definitions is served at a release (`1.23`), as `--runtime-config` has it. */
export function serve(
  definitions: Definitions,
  stored: ReadonlyMap<string, StoredResource>,
  runtimeConfig: ReadonlyMap<string, string>,
  release: string,
): ApiSurface {
  const groupVersions = definitions.groupVersions
    .map((definition) => servedGroupVersion(definition, definitions, stored, runtimeConfig, minorOf(release)))
    .filter(({ resources }) => resources.size > 0);
  return new ApiSurface(groupVersions);
}

function servedGroupVersion(
  definition: GroupVersionDefinition,
  { kinds }: Definitions,
  stored: ReadonlyMap<string, StoredResource>,
  runtimeConfig: ReadonlyMap<string, string>,
  minor: number,
): ServedGroupVersion {
  const apiVersion = apiVersionOf(definition);
  const own = kinds.filter(({ group, version }) => group === definition.group && version === definition.version);
  const resources = new Map(
    own
      .filter((kind) => isAlive(kind, minor) && isServed(kind, runtimeConfig))
      .flatMap((kind) => {
        const resource = stored.get(resourceKey(kind));
        if (resource === undefined) return [];
        return [[kind.plural, { definition: kind, apiVersion, resource, form: new VersionForm(kind, resource) }] as const];
      }),
  );
  return { definition, apiVersion, resources };
}

export const resourceKey = ({ group, plural }: Pick<KindDefinition, 'group' | 'plural'>): string => `${plural}.${group}`;

/** 23 of `1.23`. */
const minorOf = (release: string): number => Number(release.split('.')[1]);

function isAlive({ life }: KindDefinition, minor: number): boolean {
  if (life.introduced !== undefined && minorOf(life.introduced) > minor) return false;
  return life.removed === undefined || minorOf(life.removed) > minor;
}

/** The narrowest word counts: a resource, its group-version, the level of the version, all. */
function isServed(kind: KindDefinition, runtimeConfig: ReadonlyMap<string, string>): boolean {
  const groupVersion = kind.group === '' ? `api/${kind.version}` : apiVersionOf(kind);
  const level = /alpha/.test(kind.version) ? 'alpha' : /beta/.test(kind.version) ? 'beta' : 'ga';
  const said =
    runtimeConfig.get(`${groupVersion}/${kind.plural}`) ??
    runtimeConfig.get(groupVersion) ??
    runtimeConfig.get(`api/${level}`) ??
    runtimeConfig.get('api/all');
  return said === undefined ? level !== 'alpha' : said === 'true';
}
