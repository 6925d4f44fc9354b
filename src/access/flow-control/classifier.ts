import type { FlowcontrolV1beta2FlowSchemaSpec } from '../../api/schema/types.gen.ts';
import { type FlowRequest, rulesMatcher } from './flow-rules.ts';
import type { PriorityLevel } from './priority-levels.ts';

/** The fields of a FlowSchema that classification uses. */
export interface SchemaConfiguration {
  readonly metadata: { name?: string; uid?: string };
  readonly spec: FlowcontrolV1beta2FlowSchemaSpec;
}

interface Schema {
  readonly name: string;
  readonly uid: string;
  readonly precedence: number;
  readonly level: PriorityLevel;
  readonly matches: (request: FlowRequest) => boolean;
  readonly distinguisherOf: (request: FlowRequest) => string;
}

/** Schema, level and flow of a request. */
export interface Classified {
  readonly schema: string;
  readonly schemaUid: string;
  readonly level: PriorityLevel;
  /** The flow within the FlowSchema: a user, a namespace or "". */
  readonly distinguisher: string;
}

/** Finds the FlowSchema of each request: the first one, by precedence and then by name, that has a rule about it. */
export class Classifier {
  readonly #schemas: readonly Schema[];

  /** FlowSchemas whose level is missing are left out. The last one takes the requests that match no other. */
  constructor(
    configurations: readonly SchemaConfiguration[],
    levelOf: (name: string) => PriorityLevel | undefined,
  ) {
    const schemas = configurations.flatMap((configuration) => {
      const level = levelOf(configuration.spec.priorityLevelConfiguration.name);
      return level === undefined ? [] : [schemaOf(configuration, level)];
    });
    this.#schemas = schemas.sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1));
  }

  classify(request: FlowRequest): Classified {
    const found = this.#schemas.find(({ matches }) => matches(request)) ?? this.#schemas.at(-1)!;
    const { name: schema, uid: schemaUid, level, distinguisherOf } = found;
    const isOfOne = (level.queues?.limits.queuing?.queues ?? 0) <= 1;
    return { schema, schemaUid, level, distinguisher: isOfOne ? '' : distinguisherOf(request) };
  }
}

function schemaOf({ metadata, spec }: SchemaConfiguration, level: PriorityLevel): Schema {
  return {
    name: metadata.name!,
    uid: metadata.uid ?? '',
    precedence: spec.matchingPrecedence,
    level,
    matches: rulesMatcher(spec.rules),
    distinguisherOf: distinguishers[spec.distinguisherMethod?.type ?? ''] ?? (() => ''),
  };
}

const distinguishers: Readonly<Record<string, (request: FlowRequest) => string>> = {
  ByUser: ({ user }) => user.name,
  ByNamespace: ({ info }) => info.namespace,
};
