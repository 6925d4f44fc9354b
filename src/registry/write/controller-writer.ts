import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { Pacer } from '../../util/pacer.ts';
import { statusFilter } from '../ownership/field-filter.ts';
import type { StoredResource } from '../resource.ts';
import { isStatus } from '../storage-errors.ts';
import type { UpdateFunc } from './update-func.ts';
import { uncheckedRules } from './update-rules.ts';
import type { Updater } from './updater.ts';

/** Writes what controllers find out about cluster-scoped objects of one type `T` into their status. */
export class ControllerWriter<T extends object> {
  readonly #updater: Pick<Updater, 'update'>;
  readonly #resource: StoredResource;
  readonly #manager: string;

  /** `resource`: of the objects. `manager`: who owns the fields. */
  constructor(updater: Pick<Updater, 'update'>, resource: StoredResource, manager: string) {
    this.#updater = updater;
    this.#resource = resource;
    this.#manager = manager;
  }

  /**
   * `change` is asked for the object as it is to be, and again when another client changed it meanwhile; nothing is
   * written where it is the same. Returns the revision; 0 when there is no such object.
   */
  async update(name: string, change: (object: T) => T): Promise<number> {
    // Requests have their turn between two steps of a large object.
    const pacer = new Pacer();
    const object: UpdateFunc['object'] = async (copy, old) => {
      const current = copy!() as object as T;
      await pacer.step();
      const next = change(current) as ApiObject;
      await pacer.step();
      return equalValues(next, old) ? old! : next;
    };
    const whole: UpdateFunc = { ...uncheckedRules, filter: statusFilter(undefined), object };
    const writer = {
      manager: this.#manager,
      apiVersion: apiVersionOf(this.#resource.definition),
      subresource: 'status',
      filter: statusFilter(undefined),
    };
    try {
      const { revision } = await this.#updater.update({
        resource: this.#resource,
        namespace: '',
        name,
        change: whole,
        options: { dryRun: false, writer, pacer },
      });
      return revision;
    } catch (error) {
      if (isStatus(error, 404)) return 0;
      throw error;
    }
  }
}
