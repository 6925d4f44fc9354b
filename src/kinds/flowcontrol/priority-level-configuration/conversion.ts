import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  FlowcontrolV1beta2PriorityLevelConfiguration,
  FlowcontrolV1beta3PriorityLevelConfiguration,
  FlowcontrolV1PriorityLevelConfiguration,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { zeroSharesAnnotation } from './zero-shares.ts';

type Stored = FlowcontrolV1beta2PriorityLevelConfiguration;
type Beta3 = FlowcontrolV1beta3PriorityLevelConfiguration;
type Stable = FlowcontrolV1PriorityLevelConfiguration;

/** Shares of a level that names none, from the release on in which 0 may be meant. */
const defaultShares = 30;

/** The versions that call the share of a level nominal. `keepsZero`: a level may have none. */
export function laterVersions(
  group: string,
  dialect: Dialect,
  keepsZero: boolean,
): Record<string, VersionRules> {
  return {
    [`${group}/v1`]: {
      toStored: (level: Stable) =>
        withAssured(level, level.spec.limited?.nominalConcurrencyShares ?? defaultShares),
      fromStored: withNominal,
    },
    [`${group}/v1beta3`]: keepsZero
      ? beta3(zeroSharesAnnotation(dialect))
      : {
          toStored: (level: Beta3) => withAssured(level, level.spec.limited?.nominalConcurrencyShares ?? 0),
          fromStored: withNominal,
        },
  };
}

/** Here 0 is what is meant if an annotation says so, and otherwise the default. */
function beta3(annotation: string): VersionRules {
  return {
    toStored(level: Beta3) {
      const { annotations } = level.metadata;
      const isMeant = annotations !== undefined && annotation in annotations;
      if (isMeant) delete annotations[annotation];
      const shares = level.spec.limited?.nominalConcurrencyShares ?? 0;
      return withAssured(level, isMeant ? shares : shares || defaultShares);
    },
    fromStored(level: Stored) {
      if (level.spec.limited?.assuredConcurrencyShares === 0) {
        level.metadata.annotations ??= {};
        level.metadata.annotations[annotation] = '';
      }
      return withNominal(level);
    },
  };
}

function withAssured(level: Stable | Beta3, assuredConcurrencyShares: number): unknown {
  const { limited } = level.spec;
  if (limited === undefined) return level;
  const { nominalConcurrencyShares: _, ...rest } = limited;
  return { ...level, spec: { ...level.spec, limited: Object.assign(rest, { assuredConcurrencyShares }) } };
}

function withNominal(level: Stored): unknown {
  const { limited } = level.spec;
  if (limited === undefined) return level;
  const { assuredConcurrencyShares: nominalConcurrencyShares, ...rest } = limited;
  return { ...level, spec: { ...level.spec, limited: Object.assign(rest, { nominalConcurrencyShares }) } };
}
