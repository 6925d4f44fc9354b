import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { StoredResource } from '../resource.ts';
import { VersionForm } from './version-codec.ts';
import type { FormsOf } from './version-converter.ts';

/** Every version of every kind that is stored, served or not (who owns fields may have said so in an older one), and of those that are answered. */
export function objectForms(
  kinds: readonly KindDefinition[],
  resourceOf: (kind: KindDefinition) => StoredResource | undefined,
): FormsOf {
  const forms = new Map<StoredResource, Map<string, VersionForm>>();
  for (const kind of kinds) {
    const resource = resourceOf(kind);
    if (resource === undefined) continue;
    const ofResource = forms.get(resource) ?? new Map<string, VersionForm>();
    forms.set(resource, ofResource.set(apiVersionOf(kind), new VersionForm(kind, resource)));
  }
  return (resource, apiVersion) => forms.get(resource)?.get(apiVersion);
}
