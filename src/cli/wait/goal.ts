import { evaluate } from '../../api/jsonpath/evaluate.ts';
import { JsonPathError } from '../../api/jsonpath/steps.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { stepsOf } from '../shared/output/custom-columns.ts';

/** An object that is waited for, as the server has it. */
export interface WaitedObject {
  metadata: {
    name?: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
  };
  status?: { conditions?: unknown };
}

/** State that an object shall reach. */
export interface Goal {
  /** `state`: the object has to be there to be asked for it. */
  form: 'create' | 'delete' | 'state';
  /** Undefined: the object is not there. */
  isMet: (object: WaitedObject | undefined) => boolean;
}

interface Condition {
  type?: string;
  status?: string;
  observedGeneration?: number;
}

/** Parses `--for`. Throws CliError. */
export function parseGoal(text: string): Goal {
  const lower = text.toLowerCase();
  if (lower === 'delete') return { form: 'delete', isMet: (object) => object === undefined };
  if (lower === 'create') return { form: 'create', isMet: (object) => object !== undefined };
  if (lower.startsWith('condition=')) return conditionGoal(text.slice('condition='.length));
  if (lower.startsWith('jsonpath=')) return fieldGoal(text.slice('jsonpath='.length));
  throw new CliError(`unrecognized condition: "${text}"`);
}

/** `Ready`, `Ready=false` */
function conditionGoal(text: string): Goal {
  const equals = text.indexOf('=');
  const name = (equals < 0 ? text : text.slice(0, equals)).toLowerCase();
  const value = equals < 0 ? 'true' : text.slice(equals + 1).toLowerCase();
  const isMet = (object: WaitedObject | undefined): boolean => {
    const conditions = object?.status?.conditions;
    if (!Array.isArray(conditions)) return false;
    const found = (conditions as readonly Condition[]).find(({ type }) => type?.toLowerCase() === name);
    // It may tell of an older state of the object.
    const { generation = 0 } = object!.metadata;
    if (found === undefined || (found.observedGeneration ?? generation) < generation) return false;
    return found.status?.toLowerCase() === value;
  };
  return { form: 'state', isMet };
}

/** `{.status.phase}=Running`; without a value it is enough that there is the field. */
function fieldGoal(text: string): Goal {
  const match = /^'?(\{[^}]*\})'?(?:=(.*))?$/s.exec(text);
  if (match === null) {
    throw new CliError(
      `jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'`,
    );
  }
  const [, path = '', value] = match;
  const steps = stepsOf(path);
  const isMet = (object: WaitedObject | undefined): boolean => {
    if (object === undefined) return false;
    const values = valuesAt(object, steps);
    if (values.length === 0) return false;
    if (value === undefined) return true;
    if (values.length > 1 || typeof values[0] === 'object') {
      throw new CliError(`jsonpath leads to a nested object or list, and not to one value: ${path}`);
    }
    return String(values[0]) === value.replace(/^(["'])(.*)\1$/s, '$2');
  };
  return { form: 'state', isMet };
}

function valuesAt(object: WaitedObject, steps: ReturnType<typeof stepsOf>): unknown[] {
  try {
    return evaluate(object, steps, { allowMissingKeys: true });
  } catch (error) {
    if (error instanceof JsonPathError) return [];
    throw error;
  }
}
