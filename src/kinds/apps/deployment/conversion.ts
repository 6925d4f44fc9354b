import type { AppsV1beta1Deployment, AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { takeLabelsFromTemplate } from '../../shared/template-labels.ts';
import { parseInt64 } from '../../shared/workload/int64-text.ts';
import { rollbackAnnotation } from './rollback.ts';

/** The first versions have the revision to go back to as a field. */
const withRollback: VersionRules = {
  toStored(deployment: AppsV1beta1Deployment) {
    const { rollbackTo, ...spec } = deployment.spec;
    const revision = rollbackTo === undefined ? undefined : String(rollbackTo.revision ?? 0);
    setAnnotation(deployment, rollbackAnnotation, revision);
    return { ...deployment, spec };
  },
  fromStored(deployment: AppsV1Deployment) {
    const text = deployment.metadata.annotations?.[rollbackAnnotation];
    if (text === undefined) return deployment;
    setAnnotation(deployment, rollbackAnnotation, undefined);
    return { ...deployment, spec: { ...deployment.spec, rollbackTo: { revision: revisionOf(text) } } };
  },
};

/** Beyond 2^53 it is a bigint, as everywhere. */
function revisionOf(text: string): number | bigint {
  const revision = parseInt64(text || '0');
  return Number.isSafeInteger(Number(revision)) ? Number(revision) : revision;
}

/** `apps/v1beta1` */
export const firstAppsVersion: VersionRules = {
  ...withRollback,
  applyDefaults: takeLabelsFromTemplate,
};

/** `extensions/v1beta1`: pods are swapped one by one, by the strategy that does so: a default that another field decides. */
export const extensionsVersion: VersionRules = {
  ...withRollback,
  applyDefaults(deployment: AppsV1beta1Deployment) {
    takeLabelsFromTemplate(deployment);
    const { spec } = deployment;
    spec.strategy.type ??= 'RollingUpdate';
    if (spec.strategy.type === 'RollingUpdate') {
      spec.strategy.rollingUpdate = { maxUnavailable: 1, maxSurge: 1, ...spec.strategy.rollingUpdate };
    }
  },
};
