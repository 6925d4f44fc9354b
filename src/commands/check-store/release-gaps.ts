import { isReleasedBy } from '../../api/meta/release.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { Count } from './store-survey.ts';

/** Objects that servers of one release could not decode, or would not serve. */
export interface ReleaseGaps {
  release: string;
  /** The release does not know the version in which they are stored. */
  unreadable: Gap[];
  /** The release has no version of the type that clients could ask for. */
  unserved: Gap[];
}

export interface Gap {
  resource: string;
  apiVersion: string;
  count: number;
}

/** Kinds that a server of one release serves by its gates and `--runtime-config`. */
export interface Emulated {
  release: string;
  served: readonly KindDefinition[];
}

/** Finds them for each release, of the built-in types. Of the emulated one it is known what is switched on. */
export function releaseGaps(
  counts: readonly Count[],
  kinds: readonly KindDefinition[],
  releases: readonly string[],
  emulated: Emulated,
): ReleaseGaps[] {
  const switchedOn = new Set(emulated.served.map(resourceOf));
  return releases.map((release) => {
    const gaps = (isGap: (own: readonly KindDefinition[], apiVersion: string) => boolean): Gap[] =>
      counts
        .filter(({ resource, apiVersion }) => {
          const own = kinds.filter((kind) => resource === resourceOf(kind));
          return own.length > 0 && apiVersion !== 'unreadable' && isGap(own, apiVersion);
        })
        .map(({ resource, apiVersion, count }) => ({ resource, apiVersion, count }));
    return {
      release,
      unreadable: gaps((own, apiVersion) => !isReadable(own, apiVersion, release)),
      unserved: gaps((own) =>
        release === emulated.release
          ? !switchedOn.has(resourceOf(own[0]!))
          : !own.some((kind) => isServed(kind, release)),
      ),
    };
  });
}

const resourceOf = ({ group, plural }: KindDefinition): string =>
  group === '' ? plural : `${plural}.${group}`;

/** Servers go on reading versions that they no longer serve. */
const isReadable = (own: readonly KindDefinition[], apiVersion: string, release: string): boolean =>
  own.every((kind) => apiVersionOf(kind) !== apiVersion || isKnown(kind, release));

const isKnown = ({ lifecycle: { introduced } }: KindDefinition, release: string): boolean =>
  introduced === undefined || isReleasedBy(introduced, release);

const isServed = (kind: KindDefinition, release: string): boolean => {
  const { removed } = kind.lifecycle;
  return isKnown(kind, release) && (removed === undefined || !isReleasedBy(removed, release));
};
