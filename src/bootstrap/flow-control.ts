import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import type { Objects } from '../api/meta/lister.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import { isReleasedBy } from '../api/meta/release.ts';
import {
  type MandatoryLevels,
  mandatoryFlowSchemas,
  mandatoryPriorityLevels,
} from '../kinds/shared/mandatory-flow-control.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import { parseBoolean } from '../util/booleans.ts';
import { type SuggestedSchema, suggestedSchemas } from './flow-schemas.ts';
import { type SuggestedLevel, suggestedLevels } from './priority-levels.ts';

/** The field manager of these objects. */
const manager = 'api-priority-and-fairness-config-producer-v1';

/** The release from which on what is suggested is kept too, unless its annotation says otherwise. */
const keepsSuggestionsSince = '1.22';

export interface FlowControlObjectsOptions {
  objects: SystemObjects;
  /** The same objects, to look at. */
  cached: Objects;
  dialect: Dialect;
  release: string;
  /** Deletes an object unless it was changed meanwhile. */
  remove(type: string, metadata: ApiObject['metadata']): Promise<void>;
}

/**
 * Sees to it that every request finds a place. Objects that a cluster cannot do without come back whenever they are gone.
 * What is only suggested is made once, and then belongs to the cluster's operators; in later releases it is kept as well,
 * until an operator says in an annotation that it is theirs, and removed by a release that suggests it no longer.
 */
export class FlowControlObjects {
  readonly #options: FlowControlObjectsOptions;
  readonly #objects: SystemObjects;
  readonly #group: string;
  readonly #levels: string;
  readonly #schemas: string;
  readonly #mandatoryLevels: MandatoryLevels;
  readonly #suggested: Readonly<Record<string, readonly (SuggestedLevel | SuggestedSchema)[]>>;
  readonly #keepsSuggestions: boolean;

  constructor(options: FlowControlObjectsOptions) {
    const { objects, dialect, release } = options;
    this.#options = options;
    this.#objects = objects.ownedBy(manager);
    this.#group = fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}');
    this.#levels = `prioritylevelconfigurations.${this.#group}`;
    this.#schemas = `flowschemas.${this.#group}`;
    const isIn = (since: string): boolean => isReleasedBy(since, release);
    this.#mandatoryLevels = mandatoryPriorityLevels({ isIn });
    this.#suggested = {
      [this.#levels]: suggestedLevels({ isIn }).filter(({ since }) => isIn(since)),
      [this.#schemas]: suggestedSchemas(dialect, { isIn }).filter(({ since }) => isIn(since)),
    };
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
    if (this.#keepsSuggestions) await this.#removeFormer();
  }

  async #suggest(): Promise<void> {
    await Promise.all(
      Object.entries(this.#suggested).flatMap(([type, all]) =>
        all.map(({ name, spec }) => this.#make(type, name, spec)),
      ),
    );
  }

  async #make(type: string, name: string, spec: object): Promise<void> {
    const present = this.#objects.get(type, '', name);
    const content = { metadata: this.#metadata(name), spec };
    if (present === undefined) return this.#objects.create(type, '', content);
    if (!this.#keepsSuggestions) return;
    const isOurs = this.#isOurs(present);
    // Before the change, after which it would count as an operator's.
    if (this.#saysWhose(present) === undefined) await this.#sayWhose(type, name, isOurs);
    if (isOurs) await this.#objects.keep(type, '', content);
  }

  async #keep(type: string, mandatory: Readonly<Record<string, object | undefined>>): Promise<void> {
    await Promise.all(
      Object.entries(mandatory).map(async ([name, spec]) => {
        await this.#objects.keep(type, '', { metadata: this.#metadata(name), spec });
        const present = this.#objects.get(type, '', name);
        const isSaid = present === undefined || this.#saysWhose(present) !== undefined;
        if (this.#keepsSuggestions && !isSaid) await this.#sayWhose(type, name, true);
      }),
    );
  }

  /** Removes what an earlier release has suggested, and this one does not. */
  async #removeFormer(): Promise<void> {
    const mandatory = { [this.#levels]: this.#mandatoryLevels, [this.#schemas]: mandatoryFlowSchemas };
    for (const [type, suggested] of Object.entries(this.#suggested)) {
      const names = new Set([...suggested.map(({ name }) => name), ...Object.keys(mandatory[type]!)]);
      const resource = type.slice(0, type.indexOf('.'));
      for (const object of this.#options.cached.lister({ group: this.#group, resource }).list()) {
        if (names.has(object.metadata.name!) || this.#saysWhose(object) !== true) continue;
        await this.#options.remove(type, object.metadata);
      }
    }
  }

  /** Leaves to operators what share the level of requests that never wait has. */
  #exemptSpec(fixed: object): object {
    const present = this.#objects.get(this.#levels, '', 'exempt');
    const { exempt } = (present?.['spec'] ?? {}) as MandatoryLevels[string];
    return present === undefined || exempt === undefined || this.#isOurs(present)
      ? fixed
      : { ...fixed, exempt };
  }

  /** Before it is said, an object is the server's if nobody has changed it. */
  #isOurs(object: ApiObject): boolean {
    return this.#saysWhose(object) ?? object.metadata.generation === 1;
  }

  /** Whether the server may change it; undefined where it is not said. */
  #saysWhose({ metadata }: ApiObject): boolean | undefined {
    const text = metadata.annotations?.[this.#annotation];
    return text === undefined ? undefined : parseBoolean(text);
  }

  #sayWhose(type: string, name: string, isOurs: boolean): Promise<void> {
    return this.#objects.alter(type, '', name, (object) => {
      if (this.#saysWhose(object) !== undefined) return false;
      object.metadata.annotations = { ...object.metadata.annotations, [this.#annotation]: String(isOurs) };
      return true;
    });
  }

  #metadata(name: string): { name: string; annotations?: Record<string, string> } {
    return this.#keepsSuggestions ? { name, annotations: { [this.#annotation]: 'true' } } : { name };
  }

  get #annotation(): string {
    return fillPlaceholders(this.#options.dialect, 'apf.{label}/autoupdate-spec');
  }
}
