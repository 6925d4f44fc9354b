import { CliError } from '../errors/cli-error.ts';
import type { ManifestObject, ManifestTarget } from '../resources/target.ts';
import type { Session } from '../session/session.ts';
import type { FileSelection } from './file-flags.ts';
import { parseManifests } from './parse-manifests.ts';
import { readFiles } from './read-files.ts';

/** The objects of the files that a command names, with their types. Rejects with CliError. */
export async function* manifestTargets(
  session: Session,
  files: FileSelection,
): AsyncGenerator<ManifestTarget> {
  for await (const file of readFiles(files, session.stdin)) {
    for (const object of parseManifests(file)) yield await targetOf(session, object, file.source);
  }
}

/** The namespace of a namespaced object is set when it has none. */
export async function targetOf(
  session: Session,
  object: ManifestObject,
  source: string,
): Promise<ManifestTarget> {
  const discovery = await session.discovery();
  const { apiVersion, kind, metadata } = object;
  const type = await discovery.ofKind(apiVersion, kind);
  if (type === undefined) throw noMatch(object, source);
  const name = metadata.name ?? '';
  if (!type.namespaced) return { form: 'manifest', type, namespace: '', name, object, source };
  const namespace = await namespaceOf(session, metadata.namespace);
  const placed = { ...object, metadata: { ...metadata, namespace } };
  return { form: 'manifest', type, namespace, name, object: placed, source };
}

async function namespaceOf(session: Session, own: string | undefined): Promise<string> {
  const asked = await session.namespace();
  if (own === undefined || own === '') return asked;
  if (!session.isNamespaceGiven || own === asked) return own;
  throw new CliError(
    `the namespace from the provided object "${own}" does not match the namespace "${asked}". You must pass '--namespace=${own}' to perform this operation.`,
  );
}

function noMatch({ apiVersion, kind, metadata }: ManifestObject, source: string): CliError {
  const object = `name: "${metadata.name ?? ''}" namespace: "${metadata.namespace ?? ''}" from "${source}"`;
  return new CliError(
    `resource mapping not found for ${object}: no matches for kind "${kind}" in version "${apiVersion}"\nensure CRDs are installed first`,
  );
}
