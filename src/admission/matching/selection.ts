import { internalError } from '../../api/meta/status.ts';
import type { Labels } from '../../api/selectors/label-selector.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { RequestNamespaces } from './request-namespaces.ts';
import type { Selector, Selectors } from './selector.ts';

/**
 * Whether selectors, whose rules fit already, choose a request. Answers at once but for a namespace
 * that the caches do not have. Throws StatusError: NotFound for a namespace that is not there.
 */
export function isSelected(
  { namespaceSelector, objectSelector }: Selectors,
  attributes: AdmissionAttributes,
  namespaces: RequestNamespaces,
): boolean | Promise<boolean> {
  const chooses = (labels: Labels | undefined): boolean =>
    matches(namespaceSelector, labels) && choosesObject(objectSelector, attributes);
  const { namespace, group, resource } = attributes;
  const isNamespace = group === '' && resource === 'namespaces';
  // A namespaceSelector never excludes cluster-scoped objects.
  const isEverywhere = namespace === '' && !isNamespace;
  if (isEverywhere || isEmpty(namespaceSelector)) return choosesObject(objectSelector, attributes);
  // An object that is not chosen needs no namespace that may be missing.
  if ('selector' in objectSelector && !choosesObject(objectSelector, attributes)) return false;
  const labels = namespaces.labelsOf(attributes);
  return labels instanceof Promise ? labels.then(chooses) : chooses(labels);
}

function choosesObject(selector: Selector, { object, old }: AdmissionAttributes): boolean {
  if (isEmpty(selector)) return true;
  const fits = (state: AdmissionAttributes['object']): boolean =>
    state?.metadata !== undefined && matches(selector, state.metadata.labels);
  return fits(object) || fits(old);
}

const isEmpty = (selector: Selector): boolean => 'selector' in selector && selector.selector.isEmpty();

function matches(selector: Selector, labels: Labels | undefined): boolean {
  if ('problem' in selector) throw internalError(selector.problem);
  return selector.selector.matches(labels);
}
