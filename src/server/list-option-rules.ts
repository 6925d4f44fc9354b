import type { FeatureGates } from '../api/gates/feature-gates.ts';
import { type FieldError, forbidden, notSupported } from '../api/validation/field-errors.ts';

/** The options of a list or a watch of which one depends on another, as the query has them. */
export interface RelatedOptions {
  readonly watch: boolean;
  /** "" when there is none. */
  readonly resourceVersion: string;
  /** Whatever the client gave; undefined when there is none. */
  readonly match: string | undefined;
  /** "" when there is none. */
  readonly continueToken: string;
  /** Undefined when the client does not say. */
  readonly sendInitialEvents: boolean | undefined;
}

/** Rules of a release for options that are given together. */
export interface ListOptionRules {
  /** Options that are the same without being said: a watch from the start begins with the state. */
  readonly streamsByDefault: boolean;
  /** Whether a limit is ignored when any state will do, however that is asked for. */
  readonly anyStateIsWhole: boolean;
  /** Whether a part of the objects can be asked for, by a hash. */
  readonly shards: boolean;
  readonly errorsOf: (options: RelatedOptions) => FieldError[];
}

const matchPath = 'resourceVersionMatch';
const initialPath = 'sendInitialEvents';
const withoutMatch = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
const withoutVersion = 'resourceVersionMatch is forbidden unless resourceVersion is provided';
const withContinue = 'resourceVersionMatch is forbidden when continue is provided';
const exactAtAny = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"';

/** The rules of a release, from 1.27 on those of lists that are streamed. */
export const listOptionRules = (gates: Pick<FeatureGates, 'isIn' | 'isOn'>): ListOptionRules => ({
  streamsByDefault: gates.isOn('WatchList'),
  anyStateIsWhole: gates.isIn('1.24'),
  shards: gates.isOn('ShardedListAndWatch'),
  errorsOf: gates.isIn('1.27')
    ? (options) => (options.watch ? watchErrors(options, gates.isOn('WatchList')) : listErrors(options))
    : earlierErrors,
});

function listErrors({ match, sendInitialEvents, ...options }: RelatedOptions): FieldError[] {
  const errors = match === undefined ? [] : matchErrors({ ...options, match });
  if (sendInitialEvents !== undefined)
    errors.push(forbidden(initialPath, 'sendInitialEvents is forbidden for list'));
  return errors;
}

function watchErrors(
  { match, continueToken, sendInitialEvents }: RelatedOptions,
  streams: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan')
    errors.push(forbidden(matchPath, withoutMatch));
  if (sendInitialEvents !== undefined && !streams) {
    const problem = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbidden(initialPath, problem));
  }
  if (match === undefined) return errors;
  if (sendInitialEvents === undefined) {
    const problem = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    errors.push(forbidden(matchPath, problem));
  }
  if (match !== 'NotOlderThan') errors.push(notSupported(matchPath, match, ['NotOlderThan']));
  if (continueToken !== '') errors.push(forbidden(matchPath, withContinue));
  return errors;
}

/** Before 1.27 a watch with sendInitialEvents is this server's own, and any other has no match. */
function earlierErrors({ watch, match, sendInitialEvents, ...options }: RelatedOptions): FieldError[] {
  const streams = watch && sendInitialEvents !== undefined;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && !watch)
    errors.push(forbidden(initialPath, 'sendInitialEvents is forbidden for list'));
  if (streams && match !== 'NotOlderThan') errors.push(forbidden(matchPath, withoutMatch));
  if (match === undefined || streams) return errors;
  if (watch) errors.push(forbidden(matchPath, 'resourceVersionMatch is forbidden for watch'));
  return [...errors, ...matchErrors({ ...options, match })];
}

function matchErrors({
  resourceVersion,
  continueToken,
  match,
}: Pick<RelatedOptions, 'resourceVersion' | 'continueToken'> & { match: string }): FieldError[] {
  return [
    ...(resourceVersion === '' ? [forbidden(matchPath, withoutVersion)] : []),
    ...(continueToken === '' ? [] : [forbidden(matchPath, withContinue)]),
    ...(match === 'Exact' || match === 'NotOlderThan'
      ? []
      : [notSupported(matchPath, match, ['Exact', 'NotOlderThan', ''])]),
    ...(match === 'Exact' && resourceVersion === '0' ? [forbidden(matchPath, exactAtAny)] : []),
  ];
}
