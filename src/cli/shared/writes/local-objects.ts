import type { JsonMap } from '../../../api/json/json-values.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CommandContext } from '../command.ts';
import type { ServedResource } from '../discovery/served-api.ts';
import { CliError } from '../errors/cli-error.ts';
import { filesOf } from '../manifests/file-flags.ts';
import { parseManifests } from '../manifests/parse-manifests.ts';
import { readFiles } from '../manifests/read-files.ts';
import { patched } from '../merge/patched.ts';
import type { ManifestObject } from '../resources/target.ts';
import { kindSchemas, type SchemaOf } from '../schema/kind-schema.ts';
import type { FoundObject } from './each-object.ts';
import type { PatchRequest } from './writer.ts';

/**
 * The objects of `-f` as they stand in their files, where no server is asked: what they are called in the plural is a
 * guess. Rejects with CliError when the command line names others. `words`: those that name objects.
 */
export async function* localObjects(
  { flags, session }: CommandContext,
  words: readonly string[],
): AsyncGenerator<FoundObject> {
  const files = filesOf(flags);
  if (files.names.length === 0 || words.length > 0) {
    throw new CliError(
      'can only use local files by -f rsrc.yaml or --filename=rsrc.json when --local=true is set',
    );
  }
  for await (const file of readFiles(files, session.stdin)) {
    for (const object of parseManifests(file)) yield localObject(object);
  }
}

/** The type as the object names it. */
export function typeOf({ apiVersion, kind }: Pick<ManifestObject, 'apiVersion' | 'kind'>): ServedResource {
  const slash = apiVersion.indexOf('/');
  const singular = kind.toLowerCase();
  return {
    group: apiVersion.slice(0, Math.max(0, slash)),
    version: apiVersion.slice(slash + 1),
    kind,
    singular,
    resource: `${singular}s`,
    namespaced: true,
    isPreferred: true,
    verbs: [],
    shortNames: [],
    categories: [],
  };
}

function localObject(object: ManifestObject): FoundObject {
  const { name = '', namespace = '' } = object.metadata;
  return { type: typeOf(object), name, namespace, object: object as unknown as ApiObject };
}

export type LocalPatcher = (found: FoundObject, request: PatchRequest) => ApiObject;

/**
 * Makes the object after a patch that is no JSON patch. Throws CliError for a strategic one of a type that is not built in.
 */
export function localPatcher(): LocalPatcher {
  let known: readonly SchemaOf[] | undefined;
  return ({ object, type }, { patch, type: form }) => {
    if (form !== 'strategic') return patched(object, patch as JsonMap);
    // Groups have the domain of the dialect: only one of them knows a group with a domain.
    known ??= dialects.map(kindSchemas);
    const schema = known.map((schemaOf) => schemaOf(type)).find((found) => found !== undefined);
    if (schema !== undefined) return patched(object, patch as JsonMap, schema);
    throw new CliError(
      `a strategic merge patch is for built-in types only, and ${type.kind} is none: --type=merge`,
    );
  };
}
