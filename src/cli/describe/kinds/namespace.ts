import type {
  CoreV1LimitRange,
  CoreV1Namespace,
  CoreV1ResourceQuota,
} from '../../../api/schema/types.gen.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import { by, type Description } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';
import { limitRows, limitTitles } from '../parts/limit-rows.ts';
import { describeScopes } from '../parts/quota-scopes.ts';

export const namespace: Describer<CoreV1Namespace> = {
  hidesEvents: true,
  async describe(to, { metadata, status }, { client }) {
    const listOf = async <T>(resource: string): Promise<readonly T[]> => {
      const path = pathOf({ group: '', version: 'v1', resource }, metadata.name ?? '');
      return (await client.json<{ items: T[] }>({ method: 'GET', path })).items;
    };
    const [quotas, limits] = await Promise.all([
      listOf<CoreV1ResourceQuota>('resourcequotas'),
      listOf<CoreV1LimitRange>('limitranges'),
    ]);
    to.head(metadata);
    to.field(0, 'Status', status?.phase);
    if (metadata.deletionTimestamp != null) describeConditions(to, status?.conditions ?? []);
    to.line(0);
    describeQuotas(to, quotas);
    to.line(0);
    describeLimits(to, limits);
  },
};

type Conditions = NonNullable<NonNullable<CoreV1Namespace['status']>['conditions']>;

/** Conditions that say why a namespace that is being deleted still exists. */
function describeConditions(to: Description, conditions: Conditions): void {
  if (conditions.length === 0) return;
  to.line(0, 'Conditions:');
  to.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
  to.line(1, '----\t------\t------------------\t------\t-------');
  for (const { type, status, lastTransitionTime, reason, message } of conditions) {
    to.line(1, [type, status, lastTransitionTime, reason, message].map((cell) => cell ?? '').join('\t'));
  }
}

function describeQuotas(to: Description, quotas: readonly CoreV1ResourceQuota[]): void {
  if (quotas.length === 0) return to.line(0, 'No resource quota.');
  to.line(0, 'Resource Quotas');
  for (const { metadata, spec, status } of quotas.toSorted(by((quota) => quota.metadata.name ?? ''))) {
    to.line(1, `Name:\t${metadata.name}`);
    describeScopes(to, spec?.scopes, 1);
    to.line(1, 'Resource\tUsed\tHard');
    to.line(1, '--------\t---\t---');
    const { hard = {}, used = {} } = status ?? {};
    for (const name of Object.keys(hard).sort()) to.line(1, `${name}\t${used[name] ?? '0'}\t${hard[name]}`);
  }
}

function describeLimits(to: Description, ranges: readonly CoreV1LimitRange[]): void {
  if (ranges.length === 0) return to.line(0, 'No LimitRange resource.');
  to.line(0, 'Resource Limits');
  // Indented by a single blank.
  const [first = '', ...others] = limitTitles;
  to.line(0, [` ${first}`, ...others].join('\t'));
  to.line(0, [` ${'-'.repeat(first.length)}`, ...others.map((title) => '-'.repeat(title.length))].join('\t'));
  for (const [type, ...cells] of ranges.flatMap(limitRows)) to.line(0, [` ${type}`, ...cells].join('\t'));
}
