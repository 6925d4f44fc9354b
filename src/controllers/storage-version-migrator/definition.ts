import type { ApiextensionsV1CustomResourceDefinition } from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import { unlessNotFound } from '../../client/api/api-error.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';

type Definition = ApiextensionsV1CustomResourceDefinition;

const conditionType = 'StorageMigrating';

type Stage = 'running' | 'succeeded' | 'failed';

const words: Readonly<Record<Stage, { status: string; reason: string; message: string }>> = {
  running: { status: 'True', reason: 'MigrationRunning', message: 'The migration is running' },
  succeeded: {
    status: 'False',
    reason: 'MigrationSucceeded',
    message: 'The migration has succeeded and the stored versions have been updated',
  },
  failed: { status: 'False', reason: 'MigrationFailed', message: 'The migration has failed' },
};

/** The definition of a custom resource while its objects are migrated. */
export class MigratedDefinition {
  readonly #definitions: ResourceClient<Definition>;
  readonly #name: string;
  readonly #now: () => number;

  constructor(definitions: ResourceClient<Definition>, name: string, now: () => number) {
    this.#definitions = definitions;
    this.#name = name;
    this.#now = now;
  }

  /** Notes that a migration has begun; the version in which objects are stored. Undefined for a type without a definition. */
  async begin(): Promise<string | undefined> {
    const definition = await this.#read();
    if (definition === undefined) return undefined;
    await this.#write(definition, 'running');
    return storageVersionOf(definition);
  }

  /** All objects are stored in this version: unless another one is the stored one by now, no other is. */
  async succeed(version: string): Promise<void> {
    const definition = await this.#read();
    if (definition === undefined) return;
    const isSame = storageVersionOf(definition) === version;
    await this.#write(definition, isSame ? 'succeeded' : 'failed', isSame ? [version] : undefined);
  }

  async fail(): Promise<void> {
    const definition = await this.#read();
    if (definition !== undefined) await this.#write(definition, 'failed');
  }

  #read(): Promise<Definition | undefined> {
    return unlessNotFound(this.#definitions.get('', this.#name));
  }

  async #write(definition: Definition, stage: Stage, storedVersions?: string[]): Promise<void> {
    const { metadata } = definition;
    const { resourceVersion, generation } = metadata;
    const conditions = withCondition(definition, stage, timeNow(this.#now()), generation);
    const status = storedVersions === undefined ? { conditions } : { conditions, storedVersions };
    const patch = { metadata: { resourceVersion }, status };
    const type = 'application/merge-patch+json';
    await this.#definitions.patch('', this.#name, patch, type, { subresource: 'status' });
  }
}

const storageVersionOf = ({ spec }: Definition): string =>
  spec.versions!.find(({ storage }) => storage)!.name;

function withCondition({ status }: Definition, stage: Stage, time: string, generation: unknown): object[] {
  const conditions = status.conditions ?? [];
  const known = conditions.find(({ type }) => type === conditionType);
  const found = words[stage];
  const lastTransitionTime = known?.status === found.status ? known.lastTransitionTime : time;
  const condition = { type: conditionType, lastTransitionTime, observedGeneration: generation, ...found };
  return [...conditions.filter(({ type }) => type !== conditionType), condition];
}
