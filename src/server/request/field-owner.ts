import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import { mainFilter } from '../../registry/ownership/field-filter.ts';
import type { FieldOwner } from '../../registry/ownership/field-manager.ts';
import type { Exchange } from '../exchange.ts';

const managerBytes = 128;

/** The field manager of a write. Without a `fieldManager` parameter it is the program's name in User-Agent. */
export function fieldOwnerOf(
  { request, info, served, state }: Exchange,
  fieldManager: string,
  filter?: FieldFilter,
): FieldOwner {
  const { definition, apiVersion, resource } = served;
  return {
    manager: fieldManager || nameOfProgram(request.headers['user-agent'] ?? ''),
    user: state.user,
    apiVersion,
    subresource: info.subresource,
    filter: filter ?? mainFilter(definition, resource.rules.unowned),
  };
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
