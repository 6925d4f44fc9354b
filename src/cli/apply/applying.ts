import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CommandContext } from '../shared/command.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import type { Outcome } from '../shared/writes/outcome.ts';
import type { DryRun } from '../shared/writes/write-flags.ts';
import type { ObjectWriter } from '../shared/writes/writer.ts';

/** The parts that both ways to apply work with. */
export interface Applying {
  context: CommandContext;
  writer: ObjectWriter;
  dryRun: DryRun;
}

export interface Applied extends Outcome {
  object: ApiObject;
  target: ManifestTarget;
}

export type ApplyOne = (target: ManifestTarget) => Promise<Applied>;
