import { GoText } from '../../../../api/go-format/go-syntax.ts';
import type { CoreV1Toleration } from '../../../../api/schema/types.gen.ts';
import { validateLabelName } from '../../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
} from '../../../../api/validation/field-errors.ts';
import { labelValue } from '../../../../api/validation/names.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { ServedApi } from '../../served-api.ts';
import { type PodFeatures, podFeatures } from '../features.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const noKeyText = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

/** Which taints of nodes a pod puts up with. */
export function validateTolerations(
  tolerations: readonly CoreV1Toleration[] = [],
  path: FieldPath,
  api: ServedApi,
): FieldError[] {
  return validateEach(tolerations, (toleration, index) =>
    validateToleration(toleration, path.index(index), podFeatures(api.gates)),
  );
}

function validateToleration(
  toleration: CoreV1Toleration,
  path: FieldPath,
  features: PodFeatures,
): FieldError[] {
  const { key, operator = '', effect = '', tolerationSeconds } = toleration;
  const errors: FieldError[] = key ? validateLabelName(key, path.child('key')) : [];
  if (!key && operator !== 'Exists') errors.push(invalid(path.child('operator'), operator, noKeyText));
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalid(path.child('effect'), effect, text));
  }
  errors.push(...validateOperator(toleration, path, features));
  if (effect !== '' && !effects.includes(effect)) {
    errors.push(notSupported(path.child('effect'), effect, effects));
  }
  return errors;
}

/** No operator means Equal. */
function validateOperator(
  toleration: CoreV1Toleration,
  path: FieldPath,
  { comparesTolerations, since32, since33 }: PodFeatures,
): FieldError[] {
  const { operator = '', value = '' } = toleration;
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = labelValue(value);
      return problems.length === 0 ? [] : [invalid(path.child('operator'), value, problems.join(';'))];
    }
    case 'Exists': {
      if (value === '') return [];
      const text = "value must be empty when `operator` is 'Exists'";
      return [invalid(path.child('operator'), since32 ? value : goToleration(toleration), text)];
    }
    case 'Lt':
    case 'Gt':
      if (comparesTolerations) return validateNumber(value, path.child('value'));
      return [notSupported(path.child('operator'), operator, since33 ? compared : operators)];
    default:
      return [notSupported(path.child('operator'), operator, comparesTolerations ? compared : operators)];
  }
}

const operators = ['Equal', 'Exists'];
const compared = [...operators, 'Lt', 'Gt'];
const canonical = /^(?:0|-?[1-9][0-9]*)$/;

/** A whole number of 64 bits, in its usual form. */
function validateNumber(value: string, path: FieldPath): FieldError[] {
  const notCanonical = canonical.test(value)
    ? []
    : [invalid(path, value, 'must be a valid decimal integer in canonical form')];
  const cause = parseProblem(value);
  return cause === undefined
    ? notCanonical
    : [...notCanonical, invalid(path, value, `strconv.ParseInt: parsing ${goQuote(value)}: ${cause}`)];
}

function parseProblem(value: string): string | undefined {
  if (!/^[-+]?[0-9]+$/.test(value)) return 'invalid syntax';
  const number = BigInt(value.replace(/^\+/, ''));
  return BigInt.asIntN(64, number) === number ? undefined : 'value out of range';
}

/** All of it, as messages show it; a time would be shown as an address. */
export function goToleration(toleration: CoreV1Toleration): GoText | CoreV1Toleration {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  if (tolerationSeconds !== undefined) return toleration;
  const texts = `Key:${goQuote(key)}, Operator:${goQuote(operator)}, Value:${goQuote(value)}, Effect:${goQuote(effect)}`;
  const json = { Key: key, Operator: operator, Value: value, Effect: effect, TolerationSeconds: null };
  return new GoText(`core.Toleration{${texts}, TolerationSeconds:(*int64)(nil)}`, JSON.stringify(json));
}
