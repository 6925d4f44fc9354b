import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { isReleasedBy } from '../../../api/meta/release.ts';
import { StartError } from '../../start-error.ts';

/** Versions of flow control whose objects a release looks at, and the words that switch them; the newest come first. */
const flowControlVersions = [
  ['1.29', 'v1', 'api/ga'],
  ['1.26', 'v1beta3', 'api/beta'],
  ['1.23', 'v1beta2', 'api/beta'],
  ['1.20', 'v1beta1', 'api/beta'],
] as const;
const everything = 'api/all';

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
  if (problems.length === 0) return;
  throw new StartError(problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`);
}

/** The word that switches off the objects of flow control: the narrowest that is said counts. */
function conflictOf({ given, release, dialect }: ServedApis): string | undefined {
  const row = flowControlVersions.find(([since]) => isReleasedBy(since, release));
  if (row === undefined) return undefined;
  const [, version, level] = row;
  const group = fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}');
  const said = [`${group}/${version}`, level, everything].find((word) => given.has(word));
  return said !== undefined && given.get(said) === 'false' ? said : undefined;
}
