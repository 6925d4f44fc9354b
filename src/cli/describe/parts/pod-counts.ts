import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { pagesOf } from '../../shared/resources/list-pages.ts';
import type { DescribedObject, DescribeTools } from '../describer.ts';

/** The pods of a namespace, those of a label selector if there is one. */
export async function podsIn(
  { client }: DescribeTools,
  namespace = '',
  labelSelector = '',
): Promise<readonly CoreV1Pod[]> {
  const type = { group: '', version: 'v1', resource: 'pods' };
  const pods: CoreV1Pod[] = [];
  const pages = pagesOf<{ items: CoreV1Pod[] }>(client, { type, namespace, labelSelector, chunkSize: 500 });
  for await (const { items } of pages) pods.push(...items);
  return pods;
}

/** `1 Running / 0 Waiting / 0 Succeeded / 0 Failed`, of the pods that an object controls. */
export async function podCounts(
  { metadata: { namespace, uid } }: Pick<DescribedObject, 'metadata'>,
  labelSelector: string,
  tools: DescribeTools,
): Promise<string> {
  const pods = await podsIn(tools, namespace, labelSelector);
  const own = pods.filter(({ metadata: { ownerReferences = [] } }) =>
    ownerReferences.some((owner) => owner.controller === true && owner.uid === uid),
  );
  const count = (wanted: string): number => own.filter(({ status }) => status?.phase === wanted).length;
  const [running, waiting] = [count('Running'), count('Pending')];
  return `${running} Running / ${waiting} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}
