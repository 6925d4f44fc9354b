import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** Values that servers share in the store, and no client can read. */
const unserved = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations'];

/** Checks the names of the resources of one entry. `path` of their list, `eventsGroup`: see ConfigurationRules. */
export function validateResources(
  names: readonly string[],
  path: FieldPath,
  eventsGroup: string,
): FieldError[] {
  const errors = names.flatMap((name, index) => {
    const problem = problemOf(name, eventsGroup);
    return problem === undefined ? [] : [invalid(path.index(index), name, problem)];
  });
  const overlap = overlapIn(names);
  if (overlap !== undefined) errors.push(invalid(path, [...names], overlap));
  return errors;
}

function problemOf(name: string, eventsGroup: string): string | undefined {
  if (name === '*')
    return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (/[A-Z]/.test(name)) return 'resource name should not contain capital letters';
  if (unserved.includes(name)) return 'resources which do not have REST API/s cannot be encrypted';
  const group = groupOf(name);
  if (group === '*' && name !== '*.*') return 'encrypting the same resource across groups is not supported';
  if (group === eventsGroup)
    return `'*.${group}' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file`;
  return group === 'extensions'
    ? "'extensions' group has been removed and cannot be used for encryption"
    : undefined;
}

/** A name beside a wildcard for it in one list would never be looked for. */
function overlapIn(names: readonly string[]): string | undefined {
  const all = new Set(names);
  if (all.size < names.length) return 'the same resource cannot be specified multiple times';
  const isHidden = (name: string): boolean => !name.startsWith('*.') && all.has(`*.${groupOf(name)}`);
  return (all.has('*.*') && names.length > 1) || names.some(isHidden)
    ? "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked"
    : undefined;
}

/** `deployments.apps` → `apps`. */
const groupOf = (name: string): string => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : '');
