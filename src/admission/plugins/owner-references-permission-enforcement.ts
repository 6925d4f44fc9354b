import { isDeepStrictEqual } from 'node:util';
import type { Attributes, Ruling } from '../../access/authorization/authorizer.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister } from '../../api/meta/lister.ts';
import type { OwnerReference } from '../../api/meta/metadata.ts';
import type { User } from '../../api/meta/user.ts';
import type { ApiextensionsV1CustomResourceDefinition } from '../../api/schema/types.gen.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { forbidden } from './shared/refusals.ts';

/** Checks that who names an owner may delete the object: the collector of garbage would do so in his place. */
export const ownerReferencesPermissionEnforcement: PluginDescriptor = {
  name: 'OwnerReferencesPermissionEnforcement',
  onByDefault: false,
  flags: [],
  create: async (dependencies) => plugin(dependencies),
};

interface OwnerType {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

function plugin(dependencies: PluginDependencies): AdmissionPlugin {
  const ownerTypes = finder(dependencies);
  const check = async (attributes: AdmissionAttributes): Promise<void> => {
    await checkDependent(dependencies, attributes);
    for (const reference of newlyBlocking(attributes)) {
      const types = ownerTypes(reference);
      if (types.length === 0) throw forbidden(attributes, unknownOwner(reference));
      for (const type of types) await checkOwner(dependencies, attributes, reference, type);
    }
  };
  return {
    // The rules of pods keep their owners when the status changes.
    handles: ({ operation, group, resource, subresource }) =>
      (operation === 'CREATE' || operation === 'UPDATE') &&
      !(group === '' && resource === 'pods' && subresource === 'status'),
    validate: (attributes) => {
      const [before, after] = [referencesOf(attributes.old), referencesOf(attributes.object)];
      if (before.length === 0 && after.length === 0) return;
      if (!isDeepStrictEqual(before, after)) return check(attributes);
    },
  };
}

const referencesOf = (object: AdmissionAttributes['object']): OwnerReference[] =>
  object?.metadata?.ownerReferences ?? [];

/** Owners that the object keeps from going, and did not before. */
function newlyBlocking({ object, old }: AdmissionAttributes): OwnerReference[] {
  const before = new Set(
    referencesOf(old).flatMap(({ uid, blockOwnerDeletion }) => (blockOwnerDeletion ? [uid] : [])),
  );
  return referencesOf(object).filter(({ uid, blockOwnerDeletion }) => blockOwnerDeletion && !before.has(uid));
}

async function checkDependent(
  { authorizer }: PluginDependencies,
  attributes: AdmissionAttributes,
): Promise<void> {
  if (attributes.operation !== 'UPDATE') return;
  const { user, group, version, resource, subresource, namespace, name } = attributes;
  const asked = { verb: 'delete', group, version, resource, subresource, namespace, name };
  const ruling = await authorizer.authorize(question(user, asked));
  if (ruling.verdict === 'allow') return;
  throw forbidden(attributes, `cannot set an ownerRef on a resource you can't delete: ${reasonOf(ruling)}`);
}

async function checkOwner(
  { authorizer }: PluginDependencies,
  attributes: AdmissionAttributes,
  { name }: OwnerReference,
  { group, version, resource, namespaced }: OwnerType,
): Promise<void> {
  const namespace = namespaced ? attributes.namespace : '';
  const asked = { verb: 'update', group, version, resource, subresource: 'finalizers', namespace, name };
  const ruling = await authorizer.authorize(question(attributes.user, asked));
  if (ruling.verdict === 'allow') return;
  const why =
    "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: " +
    reasonOf(ruling);
  throw forbidden(attributes, why);
}

const question = (
  user: User,
  asked: Omit<Attributes, 'user' | 'isResourceRequest' | 'path'>,
): Attributes => ({ user, isResourceRequest: true, path: '', ...asked });

const reasonOf = ({ reason, error }: Ruling): string => `${reason}, ${error ?? '<nil>'}`;

function unknownOwner({ apiVersion, kind }: OwnerReference): string {
  return (
    `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} ` +
    `Kind ${kind}: no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`
  );
}

/** The resource types of a kind: those that are built in, and those that were defined. */
function finder({
  definitions,
  dialect,
  objects,
}: PluginDependencies): (owner: OwnerReference) => OwnerType[] {
  const builtIn = new Map<string, OwnerType[]>();
  for (const { group, version, kind, plural, namespaced } of definitions.kinds) {
    const key = `${group}/${version}/${kind}`;
    builtIn.set(key, [...(builtIn.get(key) ?? []), { group, version, resource: plural, namespaced }]);
  }
  const group = fillPlaceholders(dialect, 'apiextensions.{api}');
  const defined = objects.lister<ApiextensionsV1CustomResourceDefinition>({
    group,
    resource: 'customresourcedefinitions',
  });
  return ({ apiVersion, kind }) => {
    const key = `${apiVersion.includes('/') ? '' : '/'}${apiVersion}/${kind}`;
    return builtIn.get(key) ?? definedTypes(defined, apiVersion, kind);
  };
}

function definedTypes(
  defined: Lister<ApiextensionsV1CustomResourceDefinition>,
  apiVersion: string,
  kind: string,
): OwnerType[] {
  const [group = '', version = ''] = apiVersion.split('/', 2);
  return defined.list().flatMap(({ spec }) => {
    const isServed = (spec.versions ?? []).some(({ name, served }) => name === version && served);
    if (spec.group !== group || spec.names.kind !== kind || !isServed) return [];
    return [{ group, version, resource: spec.names.plural, namespaced: spec.scope === 'Namespaced' }];
  });
}
