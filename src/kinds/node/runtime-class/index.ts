import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { NodeV1RuntimeClass, NodeV1Scheduling } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { deprecatedLabels } from '../../shared/pod-spec/warnings/node-labels.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import { column, tableOf } from '../../shared/table.ts';
import { alphaRules } from './conversion.ts';
import { runtimeClassValidation } from './validation.ts';

/** The release that warns of labels of nodes that have a newer name. */
const warnsSince = '1.25';

/** A configuration of the container runtime that pods can select. */
export function runtimeClass(api: KindDependencies): KindRules<NodeV1RuntimeClass> {
  const group = fillPlaceholders(api.dialect, 'node.{api}');
  const warns = api.gates.isIn(warnsSince);
  return {
    group,
    kind: 'RuntimeClass',
    // Pods take over these quantities after their own have been rounded.
    applyDefaults: ({ overhead }) => roundUpToMilli(overhead?.podFixed),
    validateName: nameIsDnsSubdomain,
    ...runtimeClassValidation(api),
    warnings: ({ scheduling }) => (warns ? labelWarnings(scheduling, api.dialect) : []),
    allowsCreateOnUpdate: true,
    requiresResourceVersion: true,
    versions: { [`${group}/v1alpha1`]: alphaRules },
    table: tableOf([
      column('Handler', 'string', 'Configuration of the container runtime.', ({ handler }) => handler),
    ]),
  };
}

const labelWarnings = ({ nodeSelector = {} }: NodeV1Scheduling = {}, dialect: Dialect): string[] =>
  [...deprecatedLabels(dialect)].flatMap(([name, text]) =>
    Object.hasOwn(nodeSelector, name) ? [`scheduling.nodeSelector: ${text}`] : [],
  );
