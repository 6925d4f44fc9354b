import type { Activation } from '../../api/cel/contract.ts';
import { valueOfJson } from '../../api/cel/values/json.ts';
import type { CelValue } from '../../api/cel/values/value.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { givenTexts, kindFields, userInfo } from '../matching/request-fields.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import type { VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { AuthorizerVariables } from './authorizer.ts';
import { givenName } from './given-name.ts';

/**
 * The variables that all policies about one request have, in the version in which some of them see it. Each is made when
 * the first expression names it.
 */
export class RequestVariables implements Activation {
  readonly #attributes: AdmissionAttributes;
  readonly #as: ResourceVersion;
  readonly #objects: VersionedObjects;
  readonly #authorizer: AuthorizerVariables;
  readonly #values = new Map<string, CelValue | undefined>();
  /** Undefined for what is in no namespace. */
  readonly #namespace: ApiObject | undefined;

  constructor(
    attributes: AdmissionAttributes,
    as: ResourceVersion,
    objects: VersionedObjects,
    authorizer: AuthorizerVariables,
    namespace: ApiObject | undefined,
  ) {
    this.#attributes = attributes;
    this.#as = as;
    this.#objects = objects;
    this.#authorizer = authorizer;
    this.#namespace = namespace;
  }

  get(name: string): CelValue | undefined {
    const known = this.#values.get(name);
    if (known !== undefined || this.#values.has(name)) return known;
    const made = this.#make(name);
    this.#values.set(name, made);
    return made;
  }

  #make(name: string): CelValue | undefined {
    switch (name) {
      case 'object':
        return valueOfJson(this.#objects.valuesAs(this.#as).object ?? null);
      case 'oldObject':
        return valueOfJson(this.#objects.valuesAs(this.#as).old ?? null);
      case 'request':
        return valueOfJson(this.#request());
      case 'namespaceObject':
        return valueOfJson(this.#namespace === undefined ? null : namespaceValue(this.#namespace));
      case 'authorizer':
        return this.#authorizer.authorizer;
      case 'authorizer.requestResource':
        return this.#authorizer.requestResource;
      default:
        return undefined;
    }
  }

  /** Empty texts are left out. */
  #request(): object {
    const { group, version, resource, subresource, namespace, operation, user, dryRun, options } =
      this.#attributes;
    const name = givenName(this.#attributes);
    const kind = this.#objects.valuesAs(this.#as).kind;
    const { kind: own } = this.#attributes;
    return {
      kind: kindFields(kind),
      resource: { group: this.#as.group, version: this.#as.version, resource: this.#as.resource },
      ...givenTexts({ subResource: subresource }),
      requestKind: kindFields(own),
      requestResource: { group, version, resource },
      ...givenTexts({ requestSubResource: subresource, name, namespace }),
      operation,
      userInfo: userInfo(user),
      dryRun,
      options: options ?? null,
    };
  }
}

const metadataFields = [
  'name',
  'generateName',
  'namespace',
  'labels',
  'annotations',
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'resourceVersion',
  'finalizers',
] as const;

/** A part of a namespace; its uid has a name of its own here. */
function namespaceValue(namespace: ApiObject): object {
  const metadata: Record<string, unknown> = { UID: namespace.metadata.uid };
  for (const field of metadataFields) {
    const value = namespace.metadata[field];
    if (value !== undefined) metadata[field] = value;
  }
  const { spec, status } = namespace as ApiObject & { spec?: object; status?: object };
  return { metadata, spec: spec ?? {}, status: status ?? {} };
}
