import type { Dialect } from '../../../api/meta/dialect.ts';
import { entryOf } from '../shared/objects.ts';

type Labels = Readonly<Record<string, string>> | undefined;

/**
 * Which of the labels that change a node must leave alone, sorted: those that administrators steer pods with, and
 * those of the product's domains that are not known to be the node's own.
 */
export function labelRule(dialect: Dialect): (labels: Labels, before: Labels) => string[] {
  const { label, api } = dialect;
  const own = new Set(ownLabels(label));
  const isIn = (domain: string, of: string): boolean => domain === of || domain.endsWith(`.${of}`);
  const isForbidden = (key: string): boolean => {
    const slash = key.indexOf('/');
    const domain = slash === -1 ? '' : key.slice(0, slash);
    if (isIn(domain, `node-restriction.${label}`)) return true;
    if (!isIn(domain, label) && !isIn(domain, api)) return false;
    const isOwn =
      own.has(key) || isIn(domain, `${dialect.nodeAgent}.${label}`) || isIn(domain, `node.${label}`);
    return !isOwn;
  };
  return (labels, before) =>
    [...new Set([...Object.keys(labels ?? {}), ...Object.keys(before ?? {})])]
      .filter((key) => entryOf(labels, key) !== entryOf(before, key) && isForbidden(key))
      .sort();
}

const ownLabels = (label: string): string[] => [
  `${label}/hostname`,
  `${label}/os`,
  `${label}/arch`,
  `topology.${label}/zone`,
  `topology.${label}/region`,
  `failure-domain.beta.${label}/zone`,
  `failure-domain.beta.${label}/region`,
  `beta.${label}/instance-type`,
  `beta.${label}/os`,
  `beta.${label}/arch`,
  `node.${label}/instance-type`,
];
