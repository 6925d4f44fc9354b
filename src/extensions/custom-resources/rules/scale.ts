import type { ApiObject } from '../../../api/meta/metadata.ts';
import { badRequest, internalError, StatusError } from '../../../api/meta/status.ts';
import type { ScaleRules } from '../../../registry/kind-rules.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import { AccessorError, integerAt, setIntegerAt, textAt } from './scale-paths.ts';

/** Stands for no value: a patch of a scale is applied to this. */
const noReplicas = -2_147_483_648;

/** The subresource `scale`, whose parts are found by the paths of the definition. */
export function scaleRulesOf({ subresources }: DefinitionVersion): ScaleRules<ApiObject> | undefined {
  if (subresources?.scale === undefined) return undefined;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = subresources.scale;
  const specReplicas = (object: ApiObject): number | undefined =>
    orStatus(() => integerAt(object, specReplicasPath));
  return {
    specReplicas: (object) => {
      const replicas = specReplicas(object);
      if (replicas === undefined)
        throw internalError(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`);
      return replicas;
    },
    patch: {
      replicas: (object) => specReplicas(object) ?? noReplicas,
      check: (replicas) => {
        if (replicas === noReplicas)
          throw badRequest(`the spec replicas field ${JSON.stringify(specReplicasPath)} cannot be empty`);
      },
    },
    setSpecReplicas: (object, replicas) => orStatus(() => setIntegerAt(object, specReplicasPath, replicas)),
    statusReplicas: (object) => orStatus(() => integerAt(object, statusReplicasPath)) ?? 0,
    selector: (object) =>
      labelSelectorPath ? (orStatus(() => textAt(object, labelSelectorPath)) ?? '') : '',
  };
}

/** A problem of what is stored: clients know it without a reason. */
function orStatus<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof AccessorError ? new StatusError(500, undefined, error.message) : error;
  }
}
