import type { Compilation } from '../cel/contract.ts';
import { typeText } from '../cel/types/types.ts';
import { jsonOfValue } from '../cel/values/to-json.ts';
import { CelError, type CelValue } from '../cel/values/value.ts';
import { writeJson } from '../codec/json.ts';

/** A value as JSON; its type in brackets where it has no such form: `(net.IP)`. */
export function valueText(value: CelValue, compiled: Compilation): string {
  try {
    return writeJson(jsonOfValue(value));
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return 'expression' in compiled ? `(${typeText(compiled.expression.type)})` : '';
  }
}
