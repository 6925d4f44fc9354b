import type { Attributes } from '../../authorizer.ts';

/** Reason why a request is none that a node may make; undefined when it may. */
export type Objection = string | undefined;

export type Check = (attributes: Attributes, node: string) => Objection;

export const readingVerbs: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
export const changingVerbs: ReadonlySet<string> = new Set(['update', 'patch']);

/** No reason is given to who asks for what no node may do. */
export const unexplained: Objection = '';

export function isReading({ verb, subresource, namespace }: Attributes): Objection {
  if (!readingVerbs.has(verb)) return 'can only read resources of this type';
  if (subresource !== '') return 'cannot read subresource';
  return namespace === '' ? 'can only read namespaced object of this type' : undefined;
}

export function isGetting({ verb, subresource }: Attributes): Objection {
  if (verb !== 'get') return 'can only get individual resources of this type';
  return subresource === '' ? undefined : 'cannot get subresource';
}

export function isRelated(
  asked: Attributes,
  node: string,
  has: (asked: Attributes, node: string) => boolean,
): Objection {
  if (asked.name === '') return 'No Object name found';
  if (has(asked, node)) return undefined;
  return `no relationship found between node '${node}' and this object`;
}

/** Whether a request about a collection selects by the name of this node. */
export const selectsNode = ({ fieldSelector }: Attributes, node: string): boolean =>
  fieldSelector?.some(
    ({ key, operator, values }) =>
      key === 'spec.nodeName' && operator === 'In' && values?.length === 1 && values[0] === node,
  ) ?? false;
