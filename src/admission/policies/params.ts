import type { ApiObject } from '../../api/meta/metadata.ts';
import type {
  AdmissionregistrationV1ParamKind,
  AdmissionregistrationV1ParamRef,
} from '../../api/schema/types.gen.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import type { KindObjects, Versions } from '../descriptor.ts';

/** A policy or a binding cannot be followed as it is written: its failure policy says what becomes of the request. */
export class ConfigurationError extends Error {}

/** The objects of the kind that a policy has as parameters; undefined for a policy without. Throws ConfigurationError. */
export function paramObjects(
  versions: Versions,
  paramKind: AdmissionregistrationV1ParamKind | undefined,
): KindObjects | undefined {
  if (paramKind === undefined) return undefined;
  const { apiVersion = '', kind = '' } = paramKind;
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const found = versions.ofKind({ group, version, kind });
  if (found !== undefined) return found;
  throw new ConfigurationError(
    `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`,
  );
}

/**
 * The objects that a binding names, each of which the policy is evaluated with; null stands for an evaluation without.
 * Throws ConfigurationError.
 */
export async function paramsOf(
  objects: KindObjects | undefined,
  ref: AdmissionregistrationV1ParamRef | undefined,
  requestNamespace: string,
): Promise<readonly (ApiObject | null)[]> {
  if (objects === undefined || ref === undefined) return [null];
  const namespace = namespaceOf(objects, ref, requestNamespace);
  await objects.ready();
  const found = ref.name ? named(objects, namespace, ref.name) : selected(objects, namespace, ref);
  if (found.length === 0 && ref.parameterNotFoundAction !== 'Allow') {
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return found;
}

function namespaceOf(
  { isNamespaced }: KindObjects,
  { namespace = '' }: AdmissionregistrationV1ParamRef,
  requestNamespace: string,
): string {
  if (!isNamespaced) {
    if (namespace === '') return '';
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  if (namespace !== '' || requestNamespace !== '') return namespace || requestNamespace;
  throw new ConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  );
}

function named(objects: KindObjects, namespace: string, name: string): ApiObject[] {
  const found = objects.get(namespace, name);
  return found === undefined ? [] : [found];
}

function selected(
  objects: KindObjects,
  namespace: string,
  { selector }: AdmissionregistrationV1ParamRef,
): ApiObject[] {
  const wanted = labelSelectorFromObject(selector ?? {});
  return objects.list(namespace).filter(({ metadata }) => wanted.matches(metadata.labels));
}
