import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import { isReleasedBy } from '../api/meta/release.ts';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from '../kinds/shared/mandatory-flow-control.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import { suggestedSchemas } from './flow-schemas.ts';
import { suggestedLevels } from './priority-levels.ts';

/** The field manager of these objects. */
const manager = 'api-priority-and-fairness-config-producer-v1';

/**
 * Sees to it that every request finds a place. Objects that a cluster cannot do without come back whenever they are gone;
 * what is only suggested is made once, and then belongs to the cluster's operators.
 */
export class FlowControlObjects {
  readonly #objects: SystemObjects;
  readonly #dialect: Dialect;
  readonly #release: string;
  readonly #levels: string;
  readonly #schemas: string;

  constructor(objects: SystemObjects, dialect: Dialect, release: string) {
    this.#objects = objects.ownedBy(manager);
    this.#dialect = dialect;
    this.#release = release;
    const group = fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}');
    this.#levels = `prioritylevelconfigurations.${group}`;
    this.#schemas = `flowschemas.${group}`;
  }

  async ensure(): Promise<void> {
    // The level `exempt` comes last: as long as it is missing, the suggestions may not all have been made.
    if (this.#objects.get(this.#levels, '', 'exempt') === undefined) await this.#suggest();
    const { exempt, ...others } = mandatoryPriorityLevels;
    await this.#keep(this.#schemas, mandatoryFlowSchemas);
    await this.#keep(this.#levels, others);
    await this.#keep(this.#levels, { exempt });
  }

  async #suggest(): Promise<void> {
    const create = (type: string, suggested: readonly { name: string; since: string; spec: object }[]) =>
      suggested
        .filter(({ since }) => isReleasedBy(since, this.#release))
        .map(({ name, spec }) => this.#objects.create(type, '', { metadata: { name }, spec }));
    await Promise.all([
      ...create(this.#levels, suggestedLevels),
      ...create(this.#schemas, suggestedSchemas(this.#dialect)),
    ]);
  }

  async #keep(type: string, mandatory: Readonly<Record<string, object | undefined>>): Promise<void> {
    const all = Object.entries(mandatory);
    await Promise.all(all.map(([name, spec]) => this.#objects.keep(type, '', { metadata: { name }, spec })));
  }
}
