import { type Dialect, fillPlaceholders } from '../meta/dialect.ts';
import type { KindDefinition } from './schema.ts';

/** Kinds of a group that are defined and not served, as they would be taken and have no effect. */
export interface PendingKinds {
  /** With the placeholders of the definitions: `networking.{api}`. */
  group: string;
  kinds: readonly string[];
  /** Versions that are not served, where others are; all when not given. */
  versions?: readonly string[];
  /** The subject with which their behaviour comes. */
  subject: string;
}

export const pendingKinds: readonly PendingKinds[] = [
  {
    group: 'imagepolicy.{api}',
    kinds: ['ImageReview'],
    subject: 'what the server asks of webhooks, and nobody of the server',
  },
];

/** Whether a kind waits for its behaviour. */
export function isPending(
  kind: Pick<KindDefinition, 'group' | 'version' | 'kind'>,
  dialect: Dialect,
): boolean {
  return pendingKinds.some(
    ({ group, kinds, versions }) =>
      kinds.includes(kind.kind) &&
      (versions === undefined || versions.includes(kind.version)) &&
      fillPlaceholders(dialect, group) === kind.group,
  );
}
