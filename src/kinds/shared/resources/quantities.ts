import { canonicalQuantity, parseQuantity, type Quantity } from '../../../api/values/quantity.ts';

/** Amounts by resource name. */
export type ResourceList = Record<string, string>;

/** Only these texts can hold less than a thousandth. */
const perhapsFiner = /[nu]$|[eE]-|\./;

/** Rounds every amount up to whole thousandths, the finest that is kept. */
export function roundUpToMilli(...lists: (ResourceList | undefined)[]): void {
  for (const list of lists) {
    if (list === undefined) continue;
    for (const name of Object.keys(list)) {
      const text = list[name]!;
      if (perhapsFiner.test(text)) list[name] = parseQuantity(text).roundUpToMilli().toString();
    }
  }
}

/** The amount of a resource, when the list names it. */
export function quantityOf(list: Readonly<ResourceList> | undefined, name: string): Quantity | undefined {
  const text = list !== undefined && Object.hasOwn(list, name) ? list[name] : undefined;
  return text === undefined ? undefined : parseQuantity(text);
}

/** For tables, where a resource that is not named counts as none. */
export function quantityText(list: Readonly<ResourceList> | undefined, name: string): string {
  const text = list !== undefined && Object.hasOwn(list, name) ? list[name] : undefined;
  return text === undefined ? '0' : canonicalQuantity(text);
}

/** Fills in the amounts that `target` does not name. */
export function fillIn(target: ResourceList, source: Readonly<ResourceList> | undefined): void {
  for (const [name, text] of Object.entries(source ?? {})) {
    if (!Object.hasOwn(target, name)) target[name] = text;
  }
}
