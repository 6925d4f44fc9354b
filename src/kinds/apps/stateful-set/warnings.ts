import type { AppsV1StatefulSet } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { warnOfFractions } from '../../shared/claim-warnings.ts';
import { workloadWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import type { ServedApi } from '../../shared/served-api.ts';

const claimsPath = FieldPath.of('spec', 'volumeClaimTemplates');
const historyText =
  'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended';

export function setWarnings(api: ServedApi) {
  const ofTemplate = workloadWarnings<AppsV1StatefulSet>(api);
  const warnsOfFractions = api.gates.isIn('1.26');
  const warnsOfHistory = api.gates.isIn('1.33');
  return (set: AppsV1StatefulSet, old: AppsV1StatefulSet | undefined): string[] => {
    const { volumeClaimTemplates, revisionHistoryLimit = 0 } = set.spec;
    const isSame = old !== undefined && old.metadata.generation === set.metadata.generation;
    return [
      ...ofTemplate(set, old),
      ...(warnsOfFractions && !isSame
        ? (volumeClaimTemplates ?? []).flatMap(({ spec }, index) =>
            warnOfFractions(spec.resources, claimsPath.index(index).child('resources')),
          )
        : []),
      ...(warnsOfHistory && revisionHistoryLimit < 0 ? [historyText] : []),
    ];
  };
}
