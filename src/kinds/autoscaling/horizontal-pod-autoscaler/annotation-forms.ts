import { isMap } from '../../../api/json/json-values.ts';
import { canonicalQuantity } from '../../../api/values/quantity.ts';
import { parseTime } from '../../../api/values/time.ts';

/**
 * The forms of values in annotations. Any client can write them, and a value of another form must not get into an object.
 * Any field may be absent or null; unknown fields are dropped when the object is normalized.
 */
export type Form = 'string' | 'number' | 'quantity' | 'time' | 'strings' | readonly [Form] | StructForm;

interface StructForm {
  [field: string]: Form;
}

const selector: Form = {
  matchLabels: 'strings',
  matchExpressions: [{ key: 'string', operator: 'string', values: ['string'] }],
};

const reference: Form = { kind: 'string', name: 'string', apiVersion: 'string' };

const resource: Form = { name: 'string', targetAverageUtilization: 'number', targetAverageValue: 'quantity' };

const resourceStatus: Form = {
  name: 'string',
  currentAverageUtilization: 'number',
  currentAverageValue: 'quantity',
};

export const metricForm: Form = {
  type: 'string',
  object: {
    target: reference,
    metricName: 'string',
    targetValue: 'quantity',
    selector,
    averageValue: 'quantity',
  },
  pods: { metricName: 'string', targetAverageValue: 'quantity', selector },
  resource,
  containerResource: { ...resource, container: 'string' },
  external: {
    metricName: 'string',
    metricSelector: selector,
    targetValue: 'quantity',
    targetAverageValue: 'quantity',
  },
};

export const statusForm: Form = {
  type: 'string',
  object: {
    target: reference,
    metricName: 'string',
    currentValue: 'quantity',
    selector,
    averageValue: 'quantity',
  },
  pods: { metricName: 'string', currentAverageValue: 'quantity', selector },
  resource: resourceStatus,
  containerResource: { ...resourceStatus, container: 'string' },
  external: {
    metricName: 'string',
    metricSelector: selector,
    currentValue: 'quantity',
    currentAverageValue: 'quantity',
  },
};

export const conditionForm: Form = {
  type: 'string',
  status: 'string',
  lastTransitionTime: 'time',
  reason: 'string',
  message: 'string',
};

const scalingRules: Form = {
  stabilizationWindowSeconds: 'number',
  selectPolicy: 'string',
  policies: [{ type: 'string', value: 'number', periodSeconds: 'number' }],
};

export const behaviorForm: Form = { scaleUp: scalingRules, scaleDown: scalingRules };

export function fits(value: unknown, form: Form): boolean {
  if (Array.isArray(form))
    return Array.isArray(value) && value.every((item) => isStructOrText(item) && fits(item, form[0]));
  if (typeof form === 'object') return isMap(value) && structFits(value, form as StructForm);
  switch (form) {
    case 'strings':
      return isMap(value) && Object.values(value).every((text) => typeof text === 'string');
    case 'number':
      return typeof value === 'number' && (value | 0) === value;
    case 'quantity':
      return (
        Number.isSafeInteger(value) || (typeof value === 'string' && parses(() => canonicalQuantity(value)))
      );
    case 'time':
      return typeof value === 'string' && parses(() => parseTime(value));
    default:
      return typeof value === 'string';
  }
}

function structFits(value: Record<string, unknown>, form: StructForm): boolean {
  for (const field in form) {
    const of = value[field];
    if (of !== undefined && of !== null && !fits(of, form[field]!)) return false;
  }
  return true;
}

const isStructOrText = (value: unknown): boolean => isMap(value) || typeof value === 'string';

function parses(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
