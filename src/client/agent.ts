import type { Agent } from 'undici';
import { type ConnectionOptions, Connections } from './connections.ts';

/** Milliseconds for which an idle connection is kept. Servers that keep theirs for less say so. */
const keepIdle = 30_000;

export interface AgentLimits {
  /** Connections that are open at once to one server. */
  maxConnections: number;
  /** Bytes of the headers of an answer. */
  maxHeaders: number;
}

/** An agent that keeps its connections, and what opens them. Callers have time limits of their own. */
export async function openAgent(
  options: ConnectionOptions,
  { maxConnections, maxHeaders }: AgentLimits,
): Promise<{ agent: Agent; connections: Connections }> {
  // Loaded when there is a server to call: it takes longer than the rest of a start.
  const { Agent, buildConnector } = await import('undici');
  const connections = new Connections(options, buildConnector);
  const agent = new Agent({
    connections: maxConnections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: keepIdle,
    maxHeaderSize: maxHeaders,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connections.connect,
  });
  return { agent, connections };
}
