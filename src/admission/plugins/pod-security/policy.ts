import type { Dialect } from '../../../api/meta/dialect.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';

const levels = ['privileged', 'baseline', 'restricted'] as const;
/** The levels, from privileged to restricted. */
export type Level = (typeof levels)[number];

/** The modes: enforce, audit, warn. */
export const modes = ['enforce', 'audit', 'warn'] as const;
export type Mode = (typeof modes)[number];

export interface LevelVersion {
  readonly level: Level;
  /** The minor number of the release whose rules hold; Infinity: of the newest. */
  readonly version: number;
}

export type Policy = Readonly<Record<Mode, LevelVersion>>;

export const levelText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === Infinity ? 'latest' : `v1.${version}`}`;

export const isSameLevel = (one: LevelVersion, other: LevelVersion): boolean =>
  one.level === other.level && one.version === other.version;

export const isStricter = (level: Level, than: Level): boolean =>
  levels.indexOf(level) > levels.indexOf(than);

export const isPrivileged = (policy: Policy, ofModes: readonly Mode[] = modes): boolean =>
  ofModes.every((mode) => policy[mode].level === 'privileged');

/** `enforce=baseline:latest, warn=restricted:v1.24`: the modes that are told. */
export const policyText = (policy: Policy, isTold: (mode: Mode) => boolean): string =>
  modes
    .filter(isTold)
    .map((mode) => `${mode}=${levelText(policy[mode])}`)
    .join(', ');

/** Undefined when it is none. */
export function parseLevel(text: string): Level | undefined {
  return levels.find((level) => level === text);
}

export function parseVersion(text: string): number | undefined {
  if (text === 'latest') return Infinity;
  return /^v1\.(?:0|[1-9][0-9]{0,8})$/.test(text) ? Number(text.slice(3)) : undefined;
}

export const wrongLevel = `must be one of ${levels.join(', ')}`;
export const wrongVersion = 'must be "latest" or "v1.x"';

const path = FieldPath.of('metadata', 'labels');

/** The policy in the labels of a namespace. An invalid level enforces the strictest one. */
export class PolicyReader {
  readonly #defaults: Policy;
  readonly #prefix: string;
  readonly #warnsOfEnforced: boolean;

  /** `warnsOfEnforced`: who does not say of what to warn is warned of what is enforced, where that is stricter. */
  constructor(defaults: Policy, { label }: Dialect, warnsOfEnforced: boolean) {
    this.#defaults = defaults;
    this.#prefix = `pod-security.${label}/`;
    this.#warnsOfEnforced = warnsOfEnforced;
  }

  read(labels: Readonly<Record<string, string>> = {}): { policy: Policy; errors: FieldError[] } {
    const errors: FieldError[] = [];
    const policy: Record<Mode, LevelVersion> = { ...this.#defaults };
    for (const mode of modes) {
      const [levelKey, versionKey] = [this.#prefix + mode, `${this.#prefix}${mode}-version`];
      if (Object.hasOwn(labels, levelKey)) {
        const level = parseLevel(labels[levelKey]!);
        if (level === undefined) errors.push(invalid(path.key(levelKey), labels[levelKey], wrongLevel));
        const otherwise = mode === 'enforce' ? 'restricted' : 'privileged';
        policy[mode] = { ...policy[mode], level: level ?? otherwise };
      }
      if (Object.hasOwn(labels, versionKey)) {
        const version = parseVersion(labels[versionKey]!);
        if (version === undefined)
          errors.push(invalid(path.key(versionKey), labels[versionKey], wrongVersion));
        policy[mode] = { ...policy[mode], version: version ?? Infinity };
      }
    }
    const says = (mode: string): boolean => Object.hasOwn(labels, this.#prefix + mode);
    if (this.#warnsOfEnforced && says('enforce') && !says('warn')) {
      const { enforce, warn } = policy;
      const version = says('warn-version') ? warn.version : enforce.version;
      if (isStricter(enforce.level, warn.level)) policy.warn = { level: enforce.level, version };
    }
    return { policy, errors };
  }
}
