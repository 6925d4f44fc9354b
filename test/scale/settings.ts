import type { RateLimit } from '../../src/client/api/request-pace.ts';

/** How large a cluster is simulated, and how much goes on in it. */
export interface Profile {
  readonly nodes: number;
  /** Pods on each node before anything is measured. */
  readonly podsPerNode: number;
  /** Pods a second that are deleted and made anew. */
  readonly churn: number;
  /** Simulated Deployments: the pods are spread over them. */
  readonly deployments: number;
  /** How fast the scheduler may ask. */
  readonly schedulerLimit: RateLimit;
  /** How fast each of the controllers may ask. */
  readonly controllerLimit: RateLimit;
}

export interface Settings {
  readonly profile: Profile;
  /** Seconds of each measured stage. */
  readonly seconds: number;
  /** More flags of the server. */
  readonly flags: readonly string[];
  /** Processes that the nodes are spread over. */
  readonly fleets: number;
  /** Where the figures are written as JSON. */
  readonly out: string | undefined;
}

const podsPerNode = 30;
/**
 * Requests a second for each pod that is to end and start each second. Where ten pods do, these are what a scheduler is allowed
 * unless told otherwise (50, and 100 at once), and each controller (20).
 */
const requestsForPod = { scheduler: 5, controller: 2 };
/** Nodes of one process: more would wait for its thread, and be measured as if the server were slow. */
const nodesPerFleet = 1_000;

const profiles: Readonly<Record<string, Omit<Profile, 'schedulerLimit' | 'controllerLimit'>>> = {
  100: { nodes: 100, podsPerNode, churn: 10, deployments: 30 },
  300: { nodes: 300, podsPerNode, churn: 10, deployments: 90 },
  1000: { nodes: 1_000, podsPerNode, churn: 10, deployments: 300 },
  5000: { nodes: 5_000, podsPerNode, churn: 50, deployments: 1_500 },
  15000: { nodes: 15_000, podsPerNode, churn: 100, deployments: 4_500 },
};

/** Throws for a value that makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const name = env['PROFILE'] || '100';
  const found = profiles[name];
  if (found === undefined) throw new Error(`PROFILE must be one of ${Object.keys(profiles).join(', ')}`);
  const churn = number(env, 'CHURN', found.churn);
  const profile = {
    ...found,
    churn,
    podsPerNode: number(env, 'PODS', podsPerNode),
    schedulerLimit: rateLimit(churn * requestsForPod.scheduler),
    controllerLimit: rateLimit(number(env, 'QPS', churn * requestsForPod.controller)),
  };
  return {
    profile,
    seconds: number(env, 'SECONDS', 60),
    flags: (env['FLAGS'] ?? '').split(' ').filter((flag) => flag !== ''),
    fleets: Math.ceil(profile.nodes / nodesPerFleet),
    out: env['OUT'],
  };
}

const rateLimit = (perSecond: number): RateLimit => ({ perSecond, burst: 2 * perSecond });

function number(env: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = env[name];
  if (text === undefined || text === '') return usual;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number above 0`);
  return value;
}

/** Pods of each Deployment. */
export const replicasOf = ({ nodes, podsPerNode, deployments }: Profile): number =>
  Math.ceil((nodes * podsPerNode) / deployments);
