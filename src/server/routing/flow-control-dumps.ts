import type { Request, Response } from 'express';
import { dumpPriorityLevels, dumpQueues, dumpRequests } from '../../access/flow-control/dumps.ts';
import type { FlowControl } from '../../access/flow-control/flow-control.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { stateOf } from '../request-state.ts';
import { sendText } from '../response/plain-text.ts';

const root = '/debug/api_priority_and_fairness/dump_';

/** The release from which on it is said of levels what became of the requests that they have had. */
const talliesSince = '1.27';

/** Answers with the state of flow control as text, for people who look for the cause of waiting. */
export class FlowControlDumps {
  readonly #flowControl: FlowControl | undefined;
  readonly #withTally: boolean;

  /** `flowControl`: undefined where there is none; then there is nothing at these paths. */
  constructor(flowControl: FlowControl | undefined, gates: Pick<FeatureGates, 'isIn'>) {
    this.#flowControl = flowControl;
    this.#withTally = gates.isIn(talliesSince);
  }

  get paths(): string[] {
    if (this.#flowControl === undefined) return [];
    return ['priority_levels', 'queues', 'requests'].map((name) => root + name);
  }

  /** False when the path is none of these. */
  handle(request: Request, response: Response): boolean {
    const { path, query } = stateOf(request).info;
    if (!path.startsWith(root) || this.#flowControl === undefined) return false;
    const { levels } = this.#flowControl;
    const texts: Readonly<Record<string, () => string>> = {
      priority_levels: () => dumpPriorityLevels(levels, this.#withTally),
      queues: () => dumpQueues(levels),
      requests: () => dumpRequests(levels, query.has('includeRequestDetails')),
    };
    const text = texts[path.slice(root.length)]?.();
    if (text === undefined) return false;
    sendText(response, 200, text);
    return true;
  }
}
