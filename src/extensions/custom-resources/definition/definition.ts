import type { ApiextensionsV1CustomResourceDefinition } from '../../../api/schema/types.gen.ts';

/** A CustomResourceDefinition, in the stored version. */
export type Definition = ApiextensionsV1CustomResourceDefinition;
export type DefinitionVersion = NonNullable<Definition['spec']['versions']>[number];
export type Condition = NonNullable<Definition['status']['conditions']>[number];

export type ConditionType = 'Established' | 'NamesAccepted' | 'Terminating';

export function conditionOf({ status }: Definition, type: string): Condition | undefined {
  return status.conditions?.find((condition) => condition.type === type);
}

export const isTrue = (definition: Definition, type: ConditionType): boolean =>
  conditionOf(definition, type)?.status === 'True';

export const storageVersionOf = ({ spec }: Definition): string =>
  spec.versions?.find(({ storage }) => storage)?.name ?? '';

/** Whether requests for its instances are answered: as long as it has names, even if its spec asks for other names since. */
export const isServed = (definition: Definition): boolean =>
  isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established');
