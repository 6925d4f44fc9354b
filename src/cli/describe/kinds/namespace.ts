import type {
  CoreV1LimitRange,
  CoreV1Namespace,
  CoreV1ResourceQuota,
} from '../../../api/schema/types.gen.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { Describer } from '../describer.ts';
import type { Description } from '../description.ts';

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

/** Why a namespace that is being deleted is still there. */
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
  for (const { metadata, status } of quotas) {
    to.line(1, `Name:\t${metadata.name}`);
    to.line(1, 'Resource\tUsed\tHard');
    to.line(1, '--------\t---\t---');
    const { hard = {}, used = {} } = status ?? {};
    for (const name of Object.keys(hard).sort()) to.line(1, `${name}\t${used[name] ?? '0'}\t${hard[name]}`);
  }
}

function describeLimits(to: Description, ranges: readonly CoreV1LimitRange[]): void {
  if (ranges.length === 0) return to.line(0, 'No LimitRange resource.');
  to.line(0, 'Resource Limits');
  to.line(1, 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio');
  to.line(1, '----\t--------\t---\t---\t---------------\t-------------\t-----------------------');
  for (const {
    type,
    min = {},
    max = {},
    defaultRequest = {},
    default: limit = {},
    maxLimitRequestRatio: ratio = {},
  } of ranges.flatMap(({ spec }) => spec?.limits ?? [])) {
    const names = new Set([min, max, defaultRequest, limit, ratio].flatMap((one) => Object.keys(one)));
    for (const name of [...names].sort()) {
      const cells = [min, max, defaultRequest, limit, ratio].map((one) => one[name] ?? '-');
      to.line(1, [type, name, ...cells].join('\t'));
    }
  }
}
