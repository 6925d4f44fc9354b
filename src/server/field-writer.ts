import type { Counts } from '../api/patch/apply/tracked.ts';
import type { KindDefinition } from '../api/schema/schema.ts';
import type { FieldWriter } from '../registry/field-ownership.ts';
import type { Exchange } from './exchange.ts';

const managerBytes = 128;

/** Who makes the write that a request asks for. A client that gives no name has that of its program. */
export function fieldWriterOf(
  { request, info, served, state }: Exchange,
  fieldManager: string,
  counts?: Counts,
): FieldWriter {
  const { definition, apiVersion } = served;
  return {
    manager: fieldManager || nameOfProgram(request.headers['user-agent'] ?? ''),
    user: state.user,
    apiVersion,
    subresource: info.subresource,
    counts: counts ?? mainCounts(definition),
  };
}

/** What the main resource takes: all but the status, where that has a sub-resource. */
export const mainCounts = ({ subresources }: KindDefinition): Counts =>
  subresources.includes('status') ? allButStatus : all;

const all: Counts = () => true;
const allButStatus: Counts = (field) => field !== 'status';

const onlyStatus: Counts = (field) => field === 'status' || /^metadata(?:\.|$)/.test(field);

/** What the sub-resource `status` takes from an object: the status, and metadata but for the fields that are kept. */
export function statusCounts(kept: readonly string[] | undefined): Counts {
  if (kept === undefined) return onlyStatus;
  const paths = kept.map((field) => `metadata.${field}`);
  return (field) => onlyStatus(field) && !paths.includes(field);
}

const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** `client/v1.20.2 (linux/amd64) ...` is client. */
function nameOfProgram(userAgent: string): string {
  const name = userAgent.split('/', 1)[0]!.replace(unprintable, '');
  if (Buffer.byteLength(name) <= managerBytes) return name;
  let short = '';
  let size = 0;
  for (const character of name) {
    size += Buffer.byteLength(character);
    if (size > managerBytes) break;
    short += character;
  }
  return short;
}
