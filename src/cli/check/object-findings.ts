import type { ApiObject } from '../../api/meta/metadata.ts';
import { isAnswer } from '../../client/api/api-error.ts';
import { ResourceClient } from '../../client/api/resource-client.ts';
import { humanDuration } from '../../util/duration.ts';
import type { CommandContext } from '../shared/command.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { type Finding, unknown } from './finding.ts';

/** The fields of an object that these checks read. */
interface Checked extends ApiObject {
  status?: { conditions?: readonly Condition[] };
}

interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

interface ObjectCheck {
  resource: string;
  /** A part of the name of the group. */
  group: string;
  /** Its problem; undefined when it has none. */
  problem(object: Checked, now: number): string | undefined;
}

/** Milliseconds after which a namespace should be gone. */
const stuckAfterMs = 10 * 60_000;

const checks: readonly ObjectCheck[] = [
  {
    resource: 'apiservices',
    group: 'apiregistration.',
    problem: (object) => falseCondition(object, 'Available'),
  },
  {
    resource: 'customresourcedefinitions',
    group: 'apiextensions.',
    problem: (object) => falseCondition(object, 'NamesAccepted') ?? falseCondition(object, 'Established'),
  },
  { resource: 'nodes', group: '', problem: (object) => falseCondition(object, 'Ready') },
  { resource: 'namespaces', group: '', problem: stuckNamespace },
];

/** Objects that keep the cluster from working as it should. */
export async function objectFindings({ session, host }: CommandContext): Promise<Finding[]> {
  const { resources } = await (await session.discovery()).api();
  const found = await Promise.all(
    checks.map(async (check): Promise<Finding[]> => {
      const type = resources.find((one) => one.resource === check.resource && isIn(one, check.group));
      if (type === undefined) return [];
      try {
        const { items } = await new ResourceClient<Checked>(await session.client(), type).list('');
        const problems = items.flatMap((object): Finding[] => {
          const problem = check.problem(object, host.now());
          const text = `${object.metadata.name} ${problem}`;
          return problem === undefined ? [] : [{ level: 'failure', about: check.resource, text }];
        });
        return problems.length > 0
          ? problems
          : [{ level: 'ok', about: check.resource, text: `${items.length}, all well` }];
      } catch (error) {
        if (isAnswer(error, 404)) return [];
        return [unknown(check.resource, error)];
      }
    }),
  );
  return found.flat();
}

const isIn = ({ group }: ServedResource, wanted: string): boolean =>
  wanted === '' ? group === '' : group.startsWith(wanted);

function falseCondition({ status }: Checked, type: string): string | undefined {
  const condition = status?.conditions?.find((one) => one.type === type);
  if (condition === undefined || condition.status === 'True') return undefined;
  const why = condition.message || condition.reason;
  return `is not ${type}${why ? `: ${why}` : ''}`;
}

function stuckNamespace({ metadata, status }: Checked, now: number): string | undefined {
  if (!metadata.deletionTimestamp) return undefined;
  const since = now - Date.parse(metadata.deletionTimestamp);
  if (since < stuckAfterMs) return undefined;
  const why = (status?.conditions ?? []).filter((one) => one.status === 'True').map(({ message }) => message);
  return `is being deleted for ${humanDuration(since)}${why.length > 0 ? `: ${why.join('; ')}` : ''}`;
}
