import { X509Certificate } from 'node:crypto';
import { type PemBlock, pemBlocks } from '../../../util/pem.ts';

/** Returns what is wrong with a bundle of certificates; text between its blocks says nothing. */
export function anchorProblems(text: string): string[] {
  const blocks = pemBlocks(text);
  if (blocks.length === 0) return ['at least one trust anchor must be provided'];
  const places = new Map<string, number[]>();
  const problems = blocks.flatMap((block, index) => {
    const problem = blockProblem(block, index);
    if (problem !== undefined) return [problem];
    const key = block.bytes.toString('base64');
    places.set(key, [...(places.get(key) ?? []), index]);
    return [];
  });
  // What is repeated is asked only of blocks that are right.
  if (problems.length > 0) return problems;
  const repeated = [...places.values()].filter(({ length }) => length > 1);
  return repeated.map((indices) => `duplicate trust anchor (indices [${indices.join(' ')}])`);
}

function blockProblem({ label, hasHeaders, bytes }: PemBlock, index: number): string | undefined {
  if (label !== 'CERTIFICATE') return `entry ${index} has bad block type: ${label}`;
  if (hasHeaders) return `entry ${index} has PEM block headers`;
  try {
    return new X509Certificate(bytes).ca ? undefined : `entry ${index} does not have the CA bit set`;
  } catch {
    return `entry ${index} does not parse as X.509`;
  }
}
