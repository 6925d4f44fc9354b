/**
 * A flag of a command.
 * - `text`, `integer`, `duration` (`1m30s`): the last one counts.
 * - `texts`: one value a flag; `list`: comma-separated; both may be repeated.
 */
export interface CommandFlag {
  /** Without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  readonly type: FlagType;
  /** As it would be typed. */
  readonly default?: string;
  /** The value of a flag that stands alone; another value then has to stand behind `=`. */
  readonly bare?: string;
  readonly description: string;
  /** Not in the help. */
  readonly hidden?: boolean;
  /** A warning says so when the flag is used: `use --prefix instead`. */
  readonly deprecated?: string;
}

export type FlagType = 'boolean' | 'duration' | 'integer' | 'list' | 'text' | 'texts';
