import { GoText } from '../../../../api/go-format/go-syntax.ts';
import type { CoreV1SELinuxOptions, PolicyV1beta1IDRange } from '../../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../../api/validation/field-errors.ts';
import {
  type ContainerRule,
  effective,
  ofContainer,
  ofPod,
  outsideRanges,
  type PodRule,
  rangesText,
} from './rule.ts';

const context = FieldPath.of('spec', 'securityContext');

interface GroupStrategy {
  rule?: string;
  ranges?: PolicyV1beta1IDRange[];
}

/** The default for a group that must be in ranges: the start of the first range. */
const firstOf = ({ rule, ranges = [] }: GroupStrategy): number | undefined =>
  rule === 'MustRunAs' ? ranges[0]?.min : undefined;

function checkGroups(
  { rule, ranges = [] }: GroupStrategy,
  groups: readonly number[],
  path: FieldPath,
): FieldError[] {
  if (rule !== 'MustRunAs' && rule !== 'MayRunAs') return [];
  const shown = new GoText(`[]int64{${groups.join(', ')}}`);
  if (groups.length === 0) {
    return rule === 'MustRunAs'
      ? [invalid(path, shown, 'unable to validate empty groups against required ranges')]
      : [];
  }
  const outside = groups.filter(outsideRanges(ranges));
  if (outside.length === 0) return [];
  const wanted = rangesText(ranges);
  return outside.map((group) => invalid(path, shown, `group ${group} must be in the ranges: ${wanted}`));
}

const asList = (group: number | null | undefined): number[] =>
  group === undefined || group === null ? [] : [group];

export const fsGroup: PodRule = {
  fill: (given) => {
    const group = firstOf(given.policy.spec.fsGroup);
    if (group !== undefined) ofPod(given).fsGroup ??= group;
  },
  check: ({ policy, pod }) =>
    checkGroups(policy.spec.fsGroup, asList(pod.spec.securityContext?.fsGroup), context.child('fsGroup')),
};

export const supplementalGroups: PodRule = {
  fill: (given) => {
    const group = firstOf(given.policy.spec.supplementalGroups);
    if (group !== undefined) ofPod(given).supplementalGroups ??= [group];
  },
  check: ({ policy, pod }) =>
    checkGroups(
      policy.spec.supplementalGroups,
      pod.spec.securityContext?.supplementalGroups ?? [],
      context.child('supplementalGroups'),
    ),
};

export const runAsGroup: ContainerRule = {
  fill: (given) => {
    const group = firstOf(given.policy.spec.runAsGroup ?? {});
    if (group !== undefined && effective(given, 'runAsGroup') === undefined)
      ofContainer(given).runAsGroup = group;
  },
  check: (given) =>
    checkGroups(
      given.policy.spec.runAsGroup ?? {},
      asList(effective(given, 'runAsGroup')),
      given.path.child('securityContext', 'runAsGroup'),
    ),
};

export const runAsUser: ContainerRule = {
  fill: (given) => {
    const { rule, ranges = [] } = given.policy.spec.runAsUser;
    if (effective(given, 'runAsUser') !== undefined) return;
    if (rule === 'MustRunAs') ofContainer(given).runAsUser = ranges[0]!.min;
    // The node agent looks at the user of the image when it starts the container.
    if (rule === 'MustRunAsNonRoot' && effective(given, 'runAsNonRoot') === undefined)
      ofContainer(given).runAsNonRoot = true;
  },
  check: (given) => {
    const { rule, ranges = [] } = given.policy.spec.runAsUser;
    const [user, nonRoot] = [effective(given, 'runAsUser'), effective(given, 'runAsNonRoot')];
    const path = given.path.child('securityContext');
    const userPath = path.child('runAsUser');
    if (rule === 'MustRunAs') {
      if (user === undefined) return [required(userPath)];
      return outsideRanges(ranges)(user)
        ? [invalid(userPath, user, `must be in the ranges: ${rangesText(ranges)}`)]
        : [];
    }
    if (rule !== 'MustRunAsNonRoot') return [];
    if (nonRoot === undefined && user === undefined)
      return [required(path.child('runAsNonRoot'), 'must be true')];
    if (nonRoot === false) return [invalid(path.child('runAsNonRoot'), nonRoot, 'must be true')];
    return Number(user) === 0 ? [invalid(userPath, user, 'running with the root UID is forbidden')] : [];
  },
};

function checkLabels(
  wanted: CoreV1SELinuxOptions,
  given: CoreV1SELinuxOptions | undefined,
  path: FieldPath,
): FieldError[] {
  if (given === undefined) return [required(path)];
  return (['level', 'role', 'type', 'user'] as const).flatMap((field) => {
    const [is, mustBe] = [given[field] ?? '', wanted[field] ?? ''];
    const isSame = field === 'level' ? levelOf(is) === levelOf(mustBe) : is === mustBe;
    return isSame ? [] : [invalid(path.child(field), is, `must be ${mustBe}`)];
  });
}

/** `s0:c1,c0` is `s0:c0,c1`: categories have no order. */
function levelOf(text: string): string {
  const [sensitivity, ...categories] = text.split(':');
  return [sensitivity, ...categories.join(':').split(',').sort()].join(':');
}

export const seLinuxOfPod: PodRule = {
  fill: (given) => {
    const { rule, seLinuxOptions } = given.policy.spec.seLinux;
    if (rule === 'MustRunAs' && seLinuxOptions) ofPod(given).seLinuxOptions ??= { ...seLinuxOptions };
  },
  check: ({ policy, pod }) => {
    const { rule, seLinuxOptions = {} } = policy.spec.seLinux;
    if (rule !== 'MustRunAs') return [];
    return checkLabels(
      seLinuxOptions,
      pod.spec.securityContext?.seLinuxOptions,
      context.child('seLinuxOptions'),
    );
  },
};

export const seLinuxOfContainer: ContainerRule = {
  check: (given) => {
    const { rule, seLinuxOptions = {} } = given.policy.spec.seLinux;
    if (rule !== 'MustRunAs') return [];
    const path = given.path.child('securityContext', 'seLinuxOptions');
    return checkLabels(seLinuxOptions, effective(given, 'seLinuxOptions'), path);
  },
};
