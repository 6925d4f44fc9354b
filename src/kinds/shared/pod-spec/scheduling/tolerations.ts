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

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const noKeyText = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

/** Which taints of nodes a pod puts up with. */
export function validateTolerations(
  tolerations: readonly CoreV1Toleration[] = [],
  path: FieldPath,
  _api: ServedApi,
): FieldError[] {
  return validateEach(tolerations, (toleration, index) => validateToleration(toleration, path.index(index)));
}

function validateToleration(toleration: CoreV1Toleration, path: FieldPath): FieldError[] {
  const { key, operator = '', effect = '', tolerationSeconds } = toleration;
  const errors: FieldError[] = key ? validateLabelName(key, path.child('key')) : [];
  if (!key && operator !== 'Exists') errors.push(invalid(path.child('operator'), operator, noKeyText));
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalid(path.child('effect'), effect, text));
  }
  errors.push(...validateOperator(toleration, path));
  if (effect !== '' && !effects.includes(effect)) {
    errors.push(notSupported(path.child('effect'), effect, effects));
  }
  return errors;
}

/** No operator means Equal. */
function validateOperator(toleration: CoreV1Toleration, path: FieldPath): FieldError[] {
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
      return [invalid(path.child('operator'), goToleration(toleration), text)];
    }
    default:
      return [notSupported(path.child('operator'), operator, ['Equal', 'Exists'])];
  }
}

/** All of it, as messages show it; a time would be shown as an address. */
export function goToleration(toleration: CoreV1Toleration): GoText | CoreV1Toleration {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  if (tolerationSeconds !== undefined) return toleration;
  const texts = `Key:${goQuote(key)}, Operator:${goQuote(operator)}, Value:${goQuote(value)}, Effect:${goQuote(effect)}`;
  return new GoText(`core.Toleration{${texts}, TolerationSeconds:(*int64)(nil)}`);
}
