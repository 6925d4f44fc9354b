import type { GroupVersionDefinition } from '../../../api/schema/schema.ts';
import { type ApiService, apiServiceName } from '../api-service/api-service.ts';

/** Priorities of custom resources. */
const customPriorities = { groupPriority: 1000, versionPriority: 100 };

/** An APIService that stands for what this server serves itself. */
export interface WantedApiService {
  /** `onstart`: made or mended once after a start; `true`: kept as it is here. */
  management: 'onstart' | 'true';
  spec: ApiService['spec'];
}

export interface GroupVersion {
  group: string;
  version: string;
}

/** The APIServices of what is built in, and of the versions that definitions of custom resources serve. */
export class WantedApiServices {
  readonly builtIn: ReadonlyMap<string, WantedApiService>;
  readonly #ofDefinitions = new Map<string, readonly GroupVersion[]>();
  /** Number of definitions that serve a version, by the name of its APIService. */
  readonly #custom = new Map<string, GroupVersion & { definitions: number }>();

  constructor(builtIn: Iterable<GroupVersionDefinition>) {
    const entries = [...builtIn].map(
      (version) => [apiServiceName(version), wanted(version, 'onstart')] as const,
    );
    this.builtIn = new Map(entries);
  }

  get(name: string): WantedApiService | undefined {
    const custom = this.#custom.get(name);
    return this.builtIn.get(name) ?? (custom && wanted({ ...custom, ...customPriorities }, 'true'));
  }

  get names(): Set<string> {
    return new Set([...this.builtIn.keys(), ...this.#custom.keys()]);
  }

  /** `served`: the versions that a definition serves now. Returns the names of the APIServices that this is about. */
  define(definition: string, served: readonly GroupVersion[]): Set<string> {
    const old = this.#ofDefinitions.get(definition) ?? [];
    if (served.length === 0) this.#ofDefinitions.delete(definition);
    else this.#ofDefinitions.set(definition, served);
    for (const version of served) this.#count(version, 1);
    for (const version of old) this.#count(version, -1);
    return new Set([...old, ...served].map(apiServiceName));
  }

  #count({ group, version }: GroupVersion, change: 1 | -1): void {
    const name = apiServiceName({ group, version });
    const definitions = (this.#custom.get(name)?.definitions ?? 0) + change;
    if (definitions === 0) this.#custom.delete(name);
    else this.#custom.set(name, { group, version, definitions });
  }
}

function wanted(
  { group, version, groupPriority, versionPriority }: GroupVersionDefinition,
  management: WantedApiService['management'],
): WantedApiService {
  const spec = {
    ...(group === '' ? {} : { group }),
    version,
    groupPriorityMinimum: groupPriority,
    versionPriority,
  };
  return { management, spec };
}
