import type { Attributes, Authorizer } from '../access/authorization/authorizer.ts';
import { isPrivileged } from '../access/authorization/privileged-group.ts';
import { equalValues } from '../api/json/json-values.ts';
import type { Lister, Objects } from '../api/meta/lister.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { User } from '../api/meta/user.ts';
import type {
  AdmissionregistrationV1ParamKind,
  AdmissionregistrationV1ParamRef,
} from '../api/schema/types.gen.ts';
import { FieldPath, forbidden } from '../api/validation/field-errors.ts';
import { invalidObject } from '../api/validation/invalid-object.ts';
import type { NamedPlugin } from './chain.ts';
import type { Versions } from './descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from './plugin.ts';

type ParamKind = AdmissionregistrationV1ParamKind;
type ParamRef = AdmissionregistrationV1ParamRef;

interface PolicyObject extends ApiObject {
  spec: { paramKind?: ParamKind };
}

interface BindingObject extends ApiObject {
  spec: { policyName?: string; paramRef?: ParamRef };
}

/** Attributes that are asked for as long as it is not known what a policy has as parameters. */
const everything = { group: '*', version: '*', resource: '*' };

export interface ParamAccessDependencies {
  authorizer: Authorizer;
  objects: Objects;
  versions: Versions;
  /** `admissionregistration.{api}` */
  group: string;
}

/**
 * The writer of a policy or a binding has to be allowed to read the parameters: decisions of the policy tell of them. Not one
 * of the plugins that flags know: it cannot be turned off.
 */
export const paramAccess = (dependencies: ParamAccessDependencies): NamedPlugin => ({
  name: 'ParamAccess',
  plugin: new ParamAccess(dependencies),
});

class ParamAccess implements AdmissionPlugin {
  readonly #dependencies: ParamAccessDependencies;
  /** Policies by the resource type of their bindings. */
  readonly #policies: ReadonlyMap<string, Lister<PolicyObject>>;

  constructor(dependencies: ParamAccessDependencies) {
    const { objects, group } = dependencies;
    const policies = (resource: string) => objects.lister<PolicyObject>({ group, resource });
    this.#dependencies = dependencies;
    this.#policies = new Map([
      ['validatingadmissionpolicybindings', policies('validatingadmissionpolicies')],
      ['mutatingadmissionpolicybindings', policies('mutatingadmissionpolicies')],
    ]);
  }

  handles({ operation, group, resource, subresource }: AdmissionTarget): boolean {
    const isWrite = operation === 'CREATE' || operation === 'UPDATE';
    if (!isWrite || group !== this.#dependencies.group || subresource !== '') return false;
    return resource.endsWith('admissionpolicies') || this.#policies.has(resource);
  }

  async validate({ kind, resource, name, object, old, user }: AdmissionAttributes): Promise<void> {
    if (isPrivileged(user)) return;
    const policies = this.#policies.get(resource);
    const [field, problem] =
      policies === undefined
        ? ['paramKind', await this.#ofPolicy(object as PolicyObject, old as PolicyObject | undefined, user)]
        : [
            'paramRef',
            await this.#ofBinding(object as BindingObject, old as BindingObject | undefined, user, policies),
          ];
    if (problem === undefined) return;
    throw invalidObject(kind, name, [forbidden(FieldPath.of('spec', field), problem)]);
  }

  async #ofPolicy(
    { spec: { paramKind } }: PolicyObject,
    old: PolicyObject | undefined,
    user: User,
  ): Promise<string | undefined> {
    if (paramKind === undefined || equalValues(paramKind, old?.spec.paramKind)) return undefined;
    const { group, version, resource = '*' } = this.#resolve(paramKind);
    const asked = { verb: 'get', namespace: '*', name: '*', group, version, resource };
    if (await this.#may(user, asked)) return undefined;
    const { kind, apiVersion } = paramKind;
    return `user ${userText(user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
  }

  async #ofBinding(
    { spec: { policyName = '', paramRef } }: BindingObject,
    old: BindingObject | undefined,
    user: User,
    policies: Lister<PolicyObject>,
  ): Promise<string | undefined> {
    const isSame = equalValues(paramRef, old?.spec.paramRef) && policyName === old?.spec.policyName;
    if (paramRef === undefined || isSame) return undefined;
    const policy = policies.get('', policyName);
    const paramKind = policy?.spec.paramKind;
    const found = paramKind === undefined ? undefined : this.#resolve(paramKind);
    const { name = '', namespace = '' } = paramRef;
    const verb = name === '' ? 'list' : 'get';
    const asked = { verb, namespace, name, ...everything, ...found };
    if (await this.#may(user, { ...asked, resource: found?.resource ?? '*' })) return undefined;
    const unknown =
      policy === undefined
        ? `get policy ${policyName}`
        : found !== undefined && found.resource === undefined
          ? `resolve paramKind &{${paramKind?.apiVersion} ${paramKind?.kind}}`
          : undefined;
    return unknown === undefined
      ? `user ${userText(user)} does not have "${verb}" permission on the object referenced by paramRef`
      : `unable to ${unknown} to determine minimum required permissions and user ${userText(user)} does not have "${verb}" permission for all groups, versions and resources`;
  }

  /** `resource`: undefined for a kind that is not served. */
  #resolve({ apiVersion = '', kind = '' }: ParamKind) {
    const [version = '', group = ''] = apiVersion.split('/').toReversed();
    const found = this.#dependencies.versions.ofKind({ group, version, kind });
    return { group, version, resource: found?.resource };
  }

  async #may(
    user: User,
    asked: Pick<Attributes, 'verb' | 'namespace' | 'name' | 'group' | 'version' | 'resource'>,
  ): Promise<boolean> {
    const rest = { isResourceRequest: true, subresource: '', path: '' };
    const ruling = await this.#dependencies.authorizer.authorize({ user, ...asked, ...rest });
    return ruling.verdict === 'allow';
  }
}

/** A user as messages show it: `&{maker  [makers system:authenticated] map[]}`. */
function userText({ name, uid, groups, extra }: User): string {
  const keys = Object.keys(extra).sort();
  const shown = keys.map((key) => `${key}:[${extra[key]!.join(' ')}]`);
  return `&{${name} ${uid} [${groups.join(' ')}] map[${shown.join(' ')}]}`;
}
