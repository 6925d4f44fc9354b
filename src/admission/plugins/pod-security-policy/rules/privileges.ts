import { GoText } from '../../../../api/go-format/go-syntax.ts';
import { invalid } from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';
import { joinTruncated } from '../../../../util/truncate.ts';
import { type ContainerRule, ofContainer } from './rule.ts';

export const privileged: ContainerRule = {
  check: ({ policy, container, path }) =>
    container.securityContext?.privileged && !policy.spec.privileged
      ? [invalid(path.child('securityContext', 'privileged'), true, 'Privileged containers are not allowed')]
      : [],
};

export const procMount: ContainerRule = {
  check: ({ policy, container, path }) => {
    const { allowedProcMountTypes = [] } = policy.spec;
    const allowed = allowedProcMountTypes.length === 0 ? ['Default'] : allowedProcMountTypes;
    const type = container.securityContext?.procMount ?? 'Default';
    return allowed.includes('*') || allowed.includes(type)
      ? []
      : [invalid(path.child('securityContext', 'procMount'), type, 'ProcMountType is not allowed')];
  },
};

const union = (...lists: (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

export const capabilities: ContainerRule = {
  fill: (given) => {
    const { defaultAddCapabilities = [], requiredDropCapabilities = [] } = given.policy.spec;
    const { add = [], drop = [] } = given.container.securityContext?.capabilities ?? {};
    const added = union(
      defaultAddCapabilities.filter((name) => !drop.includes(name)),
      add,
    );
    const dropped = union(requiredDropCapabilities, drop);
    if (added.length === union(add).length && dropped.length === union(drop).length) return;
    ofContainer(given).capabilities = {
      ...(added.length > 0 && { add: added }),
      ...(dropped.length > 0 && { drop: dropped }),
    };
  },
  check: ({ policy, container, path }) => {
    const {
      defaultAddCapabilities = [],
      requiredDropCapabilities = [],
      allowedCapabilities = [],
    } = policy.spec;
    const given = container.securityContext?.capabilities;
    const at = path.child('securityContext', 'capabilities');
    if (!given) {
      return defaultAddCapabilities.length === 0 && requiredDropCapabilities.length === 0
        ? []
        : [invalid(at, undefined, 'required capabilities are not set on the securityContext')];
    }
    if (allowedCapabilities.includes('*')) return [];
    const { add = [], drop = [] } = given;
    const allowed = new Set([...defaultAddCapabilities, ...allowedCapabilities]);
    const shown = new GoText(`[]core.Capability{${joinTruncated(drop, ', ', goQuote)}}`);
    return [
      ...add
        .filter((name) => !allowed.has(name))
        .map((name) => invalid(at.child('add'), name, 'capability may not be added')),
      ...requiredDropCapabilities
        .filter((name) => !drop.includes(name))
        .map((name) =>
          invalid(at.child('drop'), shown, `${name} is required to be dropped but was not found`),
        ),
    ];
  },
};

export const readOnlyRootFilesystem: ContainerRule = {
  fill: (given) => {
    if (given.policy.spec.readOnlyRootFilesystem) ofContainer(given).readOnlyRootFilesystem ??= true;
  },
  check: ({ policy, container, path }) => {
    if (!policy.spec.readOnlyRootFilesystem) return [];
    const isReadOnly = container.securityContext?.readOnlyRootFilesystem ?? undefined;
    if (isReadOnly) return [];
    const why = isReadOnly === undefined ? 'may not be nil and must be set to true' : 'must be set to true';
    const at = path.child('securityContext', 'readOnlyRootFilesystem');
    return [invalid(at, isReadOnly, `ReadOnlyRootFilesystem ${why}`)];
  },
};

export const allowPrivilegeEscalation: ContainerRule = {
  fill: (given) => {
    const { defaultAllowPrivilegeEscalation, allowPrivilegeEscalation: isAllowed } = given.policy.spec;
    const wanted = defaultAllowPrivilegeEscalation ?? (isAllowed === false ? false : undefined);
    if (wanted !== undefined) ofContainer(given).allowPrivilegeEscalation ??= wanted;
  },
  check: ({ policy, container, path }) => {
    const isAsked = container.securityContext?.allowPrivilegeEscalation ?? undefined;
    if (policy.spec.allowPrivilegeEscalation !== false || isAsked === false) return [];
    const why = 'Allowing privilege escalation for containers is not allowed';
    return [invalid(path.child('securityContext', 'allowPrivilegeEscalation'), isAsked, why)];
  },
};
