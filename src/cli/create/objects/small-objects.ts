import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { parseSelectorMap } from './assignments.ts';
import { type NewObject, newObject } from './named-object.ts';

export const namespace = (name: string): NewObject =>
  newObject({ apiVersion: 'v1', kind: 'Namespace' }, { name });

export const serviceAccount = (name: string): NewObject =>
  newObject({ apiVersion: 'v1', kind: 'ServiceAccount' }, { name });

export interface QuotaOptions {
  name: string;
  /** `pods=1,cpu=2` */
  hard?: string | undefined;
  /** `BestEffort,NotTerminating` */
  scopes?: string | undefined;
}

/** Throws CliError. */
export function quota({ name, hard = '', scopes = '' }: QuotaOptions): NewObject {
  const amounts = hard === '' ? undefined : Object.fromEntries(hard.split(',').map(amount));
  return newObject(
    { apiVersion: 'v1', kind: 'ResourceQuota' },
    { name },
    {
      spec: {
        ...(amounts === undefined ? {} : { hard: amounts }),
        ...(scopes === '' ? {} : { scopes: scopes.split(',') }),
      },
    },
  );
}

function amount(statement: string): [string, string] {
  const parts = statement.split('=');
  if (parts.length !== 2)
    throw new CliError(`Invalid argument syntax ${statement}, expected <resource>=<value>`);
  return [parts[0]!, parts[1]!];
}

export interface DisruptionBudgetOptions {
  name: string;
  selector?: string | undefined;
  minAvailable?: string | undefined;
  maxUnavailable?: string | undefined;
}

/** Throws CliError. */
export function disruptionBudget(options: DisruptionBudgetOptions): NewObject {
  const { name, selector = '', minAvailable = '', maxUnavailable = '' } = options;
  if (selector === '') throw new CliError('a selector must be specified');
  if (minAvailable === '' && maxUnavailable === '') {
    throw new CliError('one of min-available or max-unavailable must be specified');
  }
  if (minAvailable !== '' && maxUnavailable !== '') {
    throw new CliError('min-available and max-unavailable cannot be both specified');
  }
  const bound = minAvailable === '' ? { maxUnavailable } : { minAvailable };
  const [key, text] = Object.entries(bound)[0]!;
  if (!/^\d+%?$/.test(text)) {
    const flag = key === 'minAvailable' ? 'min-available' : 'max-unavailable';
    throw new CliError(`invalid format specified for ${flag}`);
  }
  return newObject(
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
    { name },
    {
      spec: {
        [key]: text.endsWith('%') ? text : Number(text),
        selector: { matchLabels: parseSelectorMap(selector) },
      },
    },
  );
}

export interface PriorityClassOptions {
  name: string;
  value: number;
  globalDefault: boolean;
  description: string;
  preemptionPolicy: string;
}

export function priorityClass(options: PriorityClassOptions, dialect: Dialect): NewObject {
  const { name, value, globalDefault, description, preemptionPolicy } = options;
  return newObject(
    { apiVersion: fillPlaceholders(dialect, 'scheduling.{api}/v1'), kind: 'PriorityClass' },
    { name },
    {
      value,
      globalDefault: globalDefault || undefined,
      description: description || undefined,
      preemptionPolicy,
    },
  );
}
