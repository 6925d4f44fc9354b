import type { Lister, Objects } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { internalError, notFoundError } from '../../api/meta/status.ts';
import type { Labels } from '../../api/selectors/label-selector.ts';
import type { AdmissionAttributes } from '../plugin.ts';

const type = { group: '', resource: 'namespaces' };

/** Finds the namespaces of requests, and their labels. */
export class RequestNamespaces {
  readonly #lister: Lister;

  constructor(objects: Objects) {
    this.#lister = objects.lister(type);
  }

  /** A Namespace that is written has the labels it is about to have. Rejects with NotFound. */
  labelsOf(attributes: AdmissionAttributes): Labels | undefined | Promise<Labels | undefined> {
    const { group, resource, subresource, namespace, object } = attributes;
    const isNamespace = group === '' && resource === 'namespaces' && subresource === '';
    if (isNamespace && object !== undefined) return object.metadata.labels;
    const found = this.get(namespace);
    return found instanceof Promise ? found.then(({ metadata }) => metadata.labels) : found.metadata.labels;
  }

  /** Rejects with NotFound. */
  get(name: string): ApiObject | Promise<ApiObject> {
    return this.#lister.get('', name) ?? this.#newest(name);
  }

  async #newest(name: string): Promise<ApiObject> {
    const found = await this.#lister.getFresh('', name).catch((error: Error) => {
      throw internalError(error.message);
    });
    if (found === undefined) throw notFoundError(type, name);
    return found;
  }
}
