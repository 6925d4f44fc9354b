import type { Lister, Objects } from '../../api/meta/lister.ts';
import { internalError, notFoundError } from '../../api/meta/status.ts';
import type { Labels } from '../../api/selectors/label-selector.ts';
import type { AdmissionAttributes } from '../plugin.ts';

const type = { group: '', resource: 'namespaces' };

/** Finds the labels of the namespaces of requests. */
export class NamespaceLabels {
  readonly #lister: Lister;

  constructor(objects: Objects) {
    this.#lister = objects.lister(type);
  }

  /** A Namespace that is written has the labels it is about to have. Rejects with NotFound. */
  of(attributes: AdmissionAttributes): Labels | undefined | Promise<Labels | undefined> {
    const { group, resource, subresource, namespace, object } = attributes;
    const isNamespace = group === '' && resource === 'namespaces' && subresource === '';
    if (isNamespace && object !== undefined) return object.metadata.labels;
    const cached = this.#lister.get('', namespace);
    return cached === undefined ? this.#newest(namespace) : cached.metadata.labels;
  }

  async #newest(name: string): Promise<Labels | undefined> {
    const found = await this.#lister.getFresh('', name).catch((error: Error) => {
      throw internalError(error.message);
    });
    if (found === undefined) throw notFoundError(type, name);
    return found.metadata.labels;
  }
}
