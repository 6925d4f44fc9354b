import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import { isReleasedBy } from '../api/meta/release.ts';
import {
  type MandatoryLevels,
  mandatoryFlowSchemas,
  mandatoryPriorityLevels,
} from '../kinds/shared/mandatory-flow-control.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import { type SuggestedSchema, suggestedSchemas } from './flow-schemas.ts';
import { type SuggestedLevel, suggestedLevels } from './priority-levels.ts';

/** The field manager of these objects. */
const manager = 'api-priority-and-fairness-config-producer-v1';

/** The release from which on what is suggested is kept too, unless its annotation says otherwise. */
const keepsSuggestionsSince = '1.24';

/**
 * Sees to it that every request finds a place. Objects that a cluster cannot do without come back whenever they are gone.
 * What is only suggested is made once, and then belongs to the cluster's operators; in later releases it is kept as well,
 * until an operator says in an annotation that it is theirs.
 */
export class FlowControlObjects {
  readonly #objects: SystemObjects;
  readonly #dialect: Dialect;
  readonly #release: string;
  readonly #levels: string;
  readonly #schemas: string;
  readonly #mandatoryLevels: MandatoryLevels;
  readonly #keepsSuggestions: boolean;

  constructor(objects: SystemObjects, dialect: Dialect, release: string) {
    this.#objects = objects.ownedBy(manager);
    this.#dialect = dialect;
    this.#release = release;
    const group = fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}');
    this.#levels = `prioritylevelconfigurations.${group}`;
    this.#schemas = `flowschemas.${group}`;
    const isIn = (since: string): boolean => isReleasedBy(since, release);
    this.#mandatoryLevels = mandatoryPriorityLevels({ isIn });
    this.#keepsSuggestions = isIn(keepsSuggestionsSince);
  }

  async ensure(): Promise<void> {
    // The level `exempt` comes last: as long as it is missing, the suggestions may not all have been made.
    const isNew = this.#objects.get(this.#levels, '', 'exempt') === undefined;
    if (isNew || this.#keepsSuggestions) await this.#suggest();
    const { exempt, ...others } = this.#mandatoryLevels;
    await this.#keep(this.#schemas, mandatoryFlowSchemas);
    await this.#keep(this.#levels, others);
    await this.#keep(this.#levels, { exempt: this.#exemptSpec(exempt!) });
  }

  async #suggest(): Promise<void> {
    const gates = { isIn: (since: string): boolean => isReleasedBy(since, this.#release) };
    const make = (type: string, suggested: readonly (SuggestedLevel | SuggestedSchema)[]): Promise<void>[] =>
      suggested
        .filter(({ since }) => gates.isIn(since))
        .map(({ name, spec }) => this.#make(type, name, spec));
    await Promise.all([
      ...make(this.#levels, suggestedLevels(gates)),
      ...make(this.#schemas, suggestedSchemas(this.#dialect, gates)),
    ]);
  }

  async #make(type: string, name: string, spec: object): Promise<void> {
    const present = this.#objects.get(type, '', name);
    const content = { metadata: this.#metadata(name), spec };
    if (present === undefined) return this.#objects.create(type, '', content);
    if (this.#keepsSuggestions && this.#isOurs(present)) await this.#objects.keep(type, '', content);
  }

  async #keep(type: string, mandatory: Readonly<Record<string, object | undefined>>): Promise<void> {
    const all = Object.entries(mandatory);
    await Promise.all(
      all.map(([name, spec]) => this.#objects.keep(type, '', { metadata: this.#metadata(name), spec })),
    );
  }

  /** Leaves to operators what share the level of requests that never wait has. */
  #exemptSpec(fixed: object): object {
    const present = this.#objects.get(this.#levels, '', 'exempt');
    const { exempt } = (present?.['spec'] ?? {}) as MandatoryLevels[string];
    return present === undefined || exempt === undefined || this.#isOurs(present)
      ? fixed
      : { ...fixed, exempt };
  }

  #isOurs({ metadata }: ApiObject): boolean {
    return metadata.annotations?.[this.#annotation] === 'true';
  }

  #metadata(name: string): { name: string; annotations?: Record<string, string> } {
    return this.#keepsSuggestions ? { name, annotations: { [this.#annotation]: 'true' } } : { name };
  }

  get #annotation(): string {
    return fillPlaceholders(this.#dialect, 'apf.{label}/autoupdate-spec');
  }
}
