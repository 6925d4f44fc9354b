import { badRequest } from '../../../api/meta/status.ts';
import type { QueryParameters } from '../../../api/request/query-parameters.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
} from '../../../api/validation/field-errors.ts';
import { invalidObject } from '../../../api/validation/invalid-object.ts';
import { canonicalTime, TimeError } from '../../../api/values/time.ts';
import type { QueryPairs } from './agent-path.ts';

export interface LogOptions {
  container: string;
  /** Whether any certificate of the agent will do. */
  insecure: boolean;
  /** The other options, for the agent. */
  pairs: QueryPairs;
}

/** Treatment of the parameter `stream`: releases before 1.32 do not know it, later ones refuse it without their gate. */
export type StreamChoice = 'unknown' | 'refused' | 'taken';

/** The ways in which releases differ in what they make of the options of a log. */
export interface LogOptionRules {
  readonly stream: StreamChoice;
  /** The place of what is wrong with several options together. */
  readonly whole: FieldPath;
}

const switches = ['follow', 'previous', 'timestamps'];
const numbers = ['limitBytes', 'sinceSeconds', 'tailLines'] as const;

/** Throws BadRequest for what cannot be read, Invalid for what makes no sense. */
export function parseLogOptions(query: QueryParameters, pod: string, rules: LogOptionRules): LogOptions {
  const { stream: choice, whole } = rules;
  const given = numbers.map((name) => [name, query.integer(name)] as const);
  const values = new Map(
    given.filter((pair): pair is [(typeof numbers)[number], number] => pair[1] !== undefined),
  );
  const sinceTime = timeOf(query.get('sinceTime'));
  const stream = choice === 'unknown' ? undefined : query.get('stream');
  const errors = [
    ...validate(values, sinceTime !== undefined, whole),
    ...validateStream(stream, rules, values.has('tailLines')),
  ];
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'PodLogOptions' }, pod, errors);
  return {
    container: query.get('container') ?? '',
    insecure: query.boolean('insecureSkipTLSVerifyBackend'),
    pairs: [
      ...switches.filter((name) => query.boolean(name)).map((name) => [name, 'true'] as const),
      ...[...values].map(([name, value]) => [name, String(value)] as const),
      ...(sinceTime === undefined ? [] : [['sinceTime', sinceTime] as const]),
      ...(choice === 'taken' ? [['stream', stream ?? allStreams] as const] : []),
    ],
  };
}

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text === 'null') return undefined;
  try {
    return canonicalTime(text);
  } catch (error) {
    throw error instanceof TimeError ? badRequest(error.message) : error;
  }
}

function validate(
  values: ReadonlyMap<string, number>,
  hasSinceTime: boolean,
  whole: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const atLeast = (name: string, smallest: number, text: string): void => {
    const value = values.get(name);
    if (value === undefined || value >= smallest) return;
    errors.push(invalid(FieldPath.of(name), value, text));
  };
  atLeast('tailLines', 0, 'must be greater than or equal to 0');
  atLeast('limitBytes', 1, 'must be greater than 0');
  if (hasSinceTime && values.has('sinceSeconds')) {
    errors.push(forbidden(whole, 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else atLeast('sinceSeconds', 1, 'must be greater than 0');
  return errors;
}

const allStreams = 'All';
const streams = [allStreams, 'Stderr', 'Stdout'];

/** Lines are counted over both streams: the last ones of one of them cannot be told. */
function validateStream(
  stream: string | undefined,
  { stream: choice, whole }: LogOptionRules,
  countsLines: boolean,
): FieldError[] {
  const path = FieldPath.of('stream');
  if (stream === undefined) return [];
  if (choice === 'refused') return [forbidden(path, 'may not be specified')];
  const text = '`tailLines` and specific `stream` are mutually exclusive for now';
  return [
    ...(streams.includes(stream) ? [] : [notSupported(path, stream, streams)]),
    ...(stream !== allStreams && countsLines ? [forbidden(whole, text)] : []),
  ];
}
