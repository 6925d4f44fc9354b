import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Container, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { CliError } from '../errors/cli-error.ts';

/** All containers of a pod, in the order in which they start. */
export function containersOf({
  spec,
}: CoreV1Pod): Pick<CoreV1Container, 'name' | 'stdin' | 'tty' | 'ports'>[] {
  return [
    ...(spec?.initContainers ?? []),
    ...(spec?.containers ?? []),
    ...((spec?.ephemeralContainers ?? []) as CoreV1Container[]),
  ];
}

/**
 * The container that is meant: that of this name, else that which the pod names as its default, else the first one, of
 * which `note` gets a line when there are several. Throws CliError.
 */
export function chooseContainer(
  pod: CoreV1Pod,
  name: string,
  { commandLineClient, label }: Dialect,
  note: (line: string) => void,
): ReturnType<typeof containersOf>[number] {
  const all = containersOf(pod);
  const named = (one: string) => all.find((container) => container.name === one);
  if (name !== '') {
    const found = named(name);
    if (found !== undefined) return found;
    throw new CliError(`container ${name} is not valid for pod ${pod.metadata.name}`);
  }
  const marked = pod.metadata.annotations?.[`${commandLineClient}.${label}/default-container`];
  const preferred = marked === undefined ? undefined : named(marked);
  if (preferred !== undefined) return preferred;
  const [first] = pod.spec?.containers ?? [];
  if (first === undefined) throw new CliError(`pod ${pod.metadata.name} has no containers`);
  const list = [
    ...(pod.spec?.containers ?? []).map((one) => one.name),
    ...(pod.spec?.ephemeralContainers ?? []).map((one) => `${one.name} (ephem)`),
    ...(pod.spec?.initContainers ?? []).map((one) => `${one.name} (init)`),
  ];
  if (list.length > 1) note(`Defaulted container "${first.name}" out of: ${list.join(', ')}`);
  return first;
}
