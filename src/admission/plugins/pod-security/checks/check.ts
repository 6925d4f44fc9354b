import type { Dialect } from '../../../../api/meta/dialect.ts';
import type {
  CoreV1PodSpec,
  CoreV1SecurityContext,
  MetaV1ObjectMeta,
} from '../../../../api/schema/types.gen.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { AnyContainer } from '../../shared/containers.ts';

/** The object of a check: a pod or a pod template. */
export interface PodShape {
  readonly metadata: Pick<MetaV1ObjectMeta, 'annotations'>;
  readonly spec: CoreV1PodSpec;
}

/** A violation: its short reason and its detail. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** One rule of a level, as it is since a version (the minor number). Answers undefined for a pod that keeps it. */
export interface Check {
  readonly since: number;
  readonly until?: number;
  readonly look: (pod: PodShape, dialect: Dialect) => Violation | undefined;
}

/** Containers of a pod: those that go before, the ordinary ones, those that were added. */
export const containersIn = ({ spec }: PodShape): AnyContainer[] => [
  ...(spec.initContainers ?? []),
  ...(spec.containers ?? []),
  ...(spec.ephemeralContainers ?? []),
];

/** Names of the containers whose settings are so. */
export const namesOf = (
  pod: PodShape,
  isSo: (settings: CoreV1SecurityContext | undefined, container: AnyContainer) => boolean,
): string[] =>
  containersIn(pod)
    .filter((container) => isSo(container.securityContext, container))
    .map(({ name }) => name);

export const quoted = (texts: Iterable<string>): string => [...texts].map((text) => goQuote(text)).join(', ');

export const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();

export const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`);

/** `container "a"`, `containers "a", "b"`. */
export const containersText = (names: readonly string[]): string =>
  `${plural('container', names.length)} ${quoted(names)}`;

/** `pod and container "a"`: who has set something. */
export const settersText = (byPod: boolean, names: readonly string[]): string =>
  [...(byPod ? ['pod'] : []), ...(names.length > 0 ? [containersText(names)] : [])].join(' and ');

/** A check that holds for the versions from `since` on, or up to `until`. */
export const inVersions = (check: Check, versions: Pick<Check, 'since' | 'until'>): Check => ({
  ...check,
  ...versions,
});

/** A check that passes over pods for which it says nothing. */
export const unless = (isExempt: (pod: PodShape) => boolean, check: Check): Check => ({
  ...check,
  look: (pod, dialect) => (isExempt(pod) ? undefined : check.look(pod, dialect)),
});

/** What a check of Linux is about is not there. */
export const isForWindows = ({ spec }: PodShape): boolean => spec.os?.name === 'windows';

/** Its users are none of the machine. */
export const hasOwnUsers = ({ spec }: PodShape): boolean => spec.hostUsers === false;
