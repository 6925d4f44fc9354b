import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { isReleasedBy } from '../../../api/meta/release.ts';
import { aggregate } from '../../../util/aggregate.ts';
import { StartError } from '../../start-error.ts';
import { everything } from '../runtime-config.ts';

/** The release from which on flow control needs its stable version: a server without it contradicts itself. */
const needsStableSince = '1.29';

interface ServedApis {
  /** The words of --runtime-config. */
  readonly given: ReadonlyMap<string, string>;
  /** Whether flow control is wanted. */
  readonly isFair: boolean;
  readonly release: string;
  readonly dialect: Dialect;
}

/** Throws StartError for a server without anything to serve, or without what flow control needs. */
export function checkServedApis(apis: ServedApis): void {
  const { given } = apis;
  const conflict = apis.isFair ? conflictOf(apis) : undefined;
  const problems = [
    ...(conflict === undefined
      ? []
      : [`--runtime-config=${conflict}=false conflicts with --enable-priority-and-fairness=true`]),
    ...(given.get(everything) === 'false' && given.size === 1
      ? [`invalid runtime-config with only ${everything}=false`]
      : []),
  ];
  if (problems.length > 0) throw new StartError(aggregate(problems));
}

/** The word that switches off what flow control needs: the narrowest that is said counts. */
function conflictOf({ given, release, dialect }: ServedApis): string | undefined {
  const stable = [fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}/v1'), 'api/ga'];
  const words = [...(isReleasedBy(needsStableSince, release) ? stable : []), everything];
  const said = words.find((word) => given.has(word));
  return said !== undefined && given.get(said) === 'false' ? said : undefined;
}
