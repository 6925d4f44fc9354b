import { badRequest } from '../../../api/meta/status.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';

/** The container that is meant: the only one when none is named. Throws BadRequest. */
export function containerOf({ metadata, spec }: CoreV1Pod, named: string): string {
  const pod = metadata.name;
  const containers = spec?.containers ?? [];
  const all = [...(spec?.initContainers ?? []), ...containers, ...(spec?.ephemeralContainers ?? [])];
  const names = all.map(({ name }) => name);
  if (named !== '') {
    if (names.includes(named)) return named;
    throw badRequest(`container ${named} is not valid for pod ${pod}`);
  }
  if (containers.length === 1) return containers[0]!.name;
  const missing = `a container name must be specified for pod ${pod}`;
  throw badRequest(containers.length === 0 ? missing : `${missing}, choose one of: [${names.join(' ')}]`);
}
