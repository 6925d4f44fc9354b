import type { CommandContext } from '../shared/command.ts';
import type { OutputFormat } from '../shared/output/output-format.ts';
import type { Target } from '../shared/resources/target.ts';

/** The objects that are to be printed, and how. */
export interface GetRequest {
  context: CommandContext;
  targets: readonly Target[];
  format: OutputFormat;
  allNamespaces: boolean;
  /** "" without one. */
  selector: string;
  fieldSelector: string;
}
