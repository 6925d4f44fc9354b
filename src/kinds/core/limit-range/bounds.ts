import { goQuantity } from '../../../api/go-format/go-quantity.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1LimitRangeItem } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { Quantity } from '../../../api/values/quantity.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import { isOvercommitAllowed } from '../../shared/resources/names.ts';
import { quantityOf } from '../../shared/resources/quantities.ts';

/** The release from which on amounts beyond 64 bits count as nothing in ratios. */
const hugeIsNothingSince = '1.24';

/** The lists of an item that bound the same thing from different sides. */
export type BoundList = 'min' | 'max' | 'default' | 'defaultRequest';

/** One amount must not exceed another; `field` is where it is reported, `shown` which of both is shown there. */
interface Order {
  less: BoundList;
  more: BoundList;
  field: BoundList;
  shown: BoundList;
  text: string;
}

/** In the order of reports. */
const orders: readonly Order[] = [
  { less: 'min', more: 'max', field: 'min', shown: 'min', text: 'min value % is greater than max value %' },
  {
    less: 'min',
    more: 'defaultRequest',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    text: 'min value % is greater than default request value %',
  },
  {
    less: 'defaultRequest',
    more: 'max',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    text: 'default request value % is greater than max value %',
  },
  {
    less: 'defaultRequest',
    more: 'default',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    text: 'default request value % is greater than default limit value %',
  },
  {
    less: 'min',
    more: 'default',
    field: 'default',
    shown: 'min',
    text: 'min value % is greater than default value %',
  },
  {
    less: 'default',
    more: 'max',
    field: 'default',
    shown: 'max',
    text: 'default value % is greater than max value %',
  },
];

/** Checks that the bounds of one resource fit together. A list that does not name the resource bounds nothing. */
export function validateBounds(
  item: CoreV1LimitRangeItem,
  lists: readonly BoundList[],
  name: string,
  path: FieldPath,
  { dialect, gates }: Pick<KindDependencies, 'dialect' | 'gates'>,
): FieldError[] {
  const amount = (list: BoundList) => (lists.includes(list) ? quantityOf(item[list], name) : undefined);
  const outOfOrder = validateEach(orders, ({ less, more, field, shown, text }) => {
    const [low, high] = [amount(less), amount(more)];
    if (low === undefined || high === undefined || low.compare(high) <= 0) return [];
    const detail = text.replace('%', String(low)).replace('%', String(high));
    return [invalid(path.child(field).key(name), printed(shown === less ? low : high), detail)];
  });
  return [
    ...outOfOrder,
    ...validateRatio(
      quantityOf(item.maxLimitRequestRatio, name),
      [amount('min'), amount('max')],
      path.child('maxLimitRequestRatio').key(name),
      gates.isIn(hugeIsNothingSince) ? within64Bits : (thousandths) => Number(thousandths),
    ),
    ...validateCommitted(amount('default'), amount('defaultRequest'), name, path, dialect),
  ];
}

/** Resources that cannot be overcommitted have equal default requests and limits. */
function validateCommitted(
  limit: Quantity | undefined,
  request: Quantity | undefined,
  name: string,
  path: FieldPath,
  dialect: Dialect,
): FieldError[] {
  if (limit === undefined || request === undefined || isOvercommitAllowed(name, dialect)) return [];
  if (limit.compare(request) === 0) return [];
  const detail = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
  return [invalid(path.child('defaultRequest').key(name), printed(request), detail)];
}

/** Limit over request: at least one, and no more than the bounds leave room for. */
function validateRatio(
  ratio: Quantity | undefined,
  [min, max]: readonly [Quantity | undefined, Quantity | undefined],
  ratioPath: FieldPath,
  numberOf: (thousandths: bigint) => number,
): FieldError[] {
  if (ratio === undefined) return [];
  const errors: FieldError[] = [];
  if (ratio.compare(Quantity.of(1n)) < 0) {
    errors.push(invalid(ratioPath, printed(ratio), `ratio ${ratio} is less than 1`));
  }
  if (min === undefined || max === undefined) return errors;
  const room = numberOf(max.milliValue()) / numberOf(min.milliValue());
  if (numberOf(ratio.milliValue()) / 1000 > room) {
    const detail = `ratio ${ratio} is greater than max/min = ${room.toFixed(6)}`;
    errors.push(invalid(ratioPath, printed(ratio), detail));
  }
  return errors;
}

/** Nothing for what is beyond 64 bits, for compatibility. */
const within64Bits = (value: bigint): number => (BigInt.asIntN(64, value) === value ? Number(value) : 0);

const printed = (amount: Quantity): unknown => goQuantity(String(amount), { wasPrinted: true });
