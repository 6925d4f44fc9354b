import type { ObjectWriter } from '../../admission/descriptor.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type GroupResource, noSuchResource } from '../../api/meta/status.ts';
import type { StoredResource } from '../resource.ts';
import { type Content, complete } from './complete-object.ts';
import { type Creator, validateNew } from './creator.ts';
import { uncheckedRules } from './update-rules.ts';
import type { Updater } from './updater.ts';

/** Writes for admission plugins: as the server itself, without admission. */
export class PluginWriter implements ObjectWriter {
  readonly #creator: Creator;
  readonly #updater: Updater;
  readonly #stored: ReadonlyMap<string, StoredResource>;

  constructor(creator: Creator, updater: Updater, stored: ReadonlyMap<string, StoredResource>) {
    this.#creator = creator;
    this.#updater = updater;
    this.#stored = stored;
  }

  async create(type: GroupResource, namespace: string, content: Record<string, unknown>): Promise<void> {
    const resource = this.#resource(type);
    await this.#creator.create(resource, namespace, complete(resource, content as Content), {
      dryRun: false,
    });
  }

  async shaped(type: GroupResource, object: Record<string, unknown>): Promise<ApiObject> {
    const resource = this.#resource(type);
    const { apiVersion: _apiVersion, kind: _kind, ...content } = object;
    const unknown: string[] = [];
    const made = complete(resource, content as Content, unknown);
    if (unknown.length > 0) {
      throw new Error(
        `strict decoding error: ${unknown.map((path) => `unknown field "${path}"`).join(', ')}`,
      );
    }
    await validateNew(resource, made, { dryRun: true });
    return made;
  }

  async update<T = ApiObject>(
    type: GroupResource,
    namespace: string,
    name: string,
    change: (stored: T) => T | undefined,
  ): Promise<void> {
    const object = (stored: (() => ApiObject) | undefined, old: ApiObject | undefined): ApiObject =>
      (change(stored!() as T) as ApiObject | undefined) ?? old!;
    await this.#updater.update({
      resource: this.#resource(type),
      namespace,
      name,
      change: { ...uncheckedRules, object },
      options: { dryRun: false },
    });
  }

  #resource({ group, resource }: GroupResource): StoredResource {
    const found = this.#stored.get(`${resource}.${group}`);
    if (found === undefined) throw noSuchResource();
    return found;
  }
}
